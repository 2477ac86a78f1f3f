// What src/dev/vulkan/driver.h declares is what <vulkan/vulkan.h> declares: sizes, offsets,
// numbers. Needs libvulkan-dev; without it there is nothing to compare with.
#include "dev/vulkan/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#if defined __has_include && __has_include(<vulkan/vulkan.h>)
#include <vulkan/vulkan.h>

// A row is a number that both declare.
#define IS(ours, theirs)                            \
    {                                               \
#theirs, (int64_t)(ours), (int64_t)(theirs) \
    }
#define SIZE(ours, theirs) IS(sizeof(struct ours), sizeof(theirs))
#define AT(ours, field, theirs, member)                         \
    IS(offsetof(struct ours, field), offsetof(theirs, member)), \
        IS(sizeof(((struct ours *)0)->field), sizeof(((theirs *)0)->member))

static const struct {
    const char *what;
    int64_t ours, theirs;
} rows[] = {
    // ---- structs of instances and GPUs ----
    SIZE(vu_application, VkApplicationInfo),
    AT(vu_application, name, VkApplicationInfo, pApplicationName),
    AT(vu_application, engine, VkApplicationInfo, pEngineName),
    AT(vu_application, api, VkApplicationInfo, apiVersion),
    SIZE(vu_instance_info, VkInstanceCreateInfo),
    AT(vu_instance_info, application, VkInstanceCreateInfo, pApplicationInfo),
    SIZE(vu_extension, VkExtensionProperties),
    SIZE(vu_properties, VkPhysicalDeviceProperties2),
    AT(vu_properties, api, VkPhysicalDeviceProperties2, properties.apiVersion),
    AT(vu_properties, driver, VkPhysicalDeviceProperties2, properties.driverVersion),
    AT(vu_properties, kind, VkPhysicalDeviceProperties2, properties.deviceType),
    AT(vu_properties, name, VkPhysicalDeviceProperties2, properties.deviceName),
    AT(vu_properties, uuid, VkPhysicalDeviceProperties2, properties.pipelineCacheUUID),
#define LIMIT(field, member) \
    AT(vu_properties, field, VkPhysicalDeviceProperties2, properties.limits.member)
    LIMIT(constant_bytes, maxPushConstantsSize),
    LIMIT(most_allocations, maxMemoryAllocationCount),
    LIMIT(shared_bytes, maxComputeSharedMemorySize),
    LIMIT(most_groups, maxComputeWorkGroupCount),
    LIMIT(most_invocations, maxComputeWorkGroupInvocations),
    LIMIT(most_workgroup, maxComputeWorkGroupSize),
    LIMIT(timestamps, timestampComputeAndGraphics),
    LIMIT(timestamp_ns, timestampPeriod),
    LIMIT(flush_bytes, nonCoherentAtomSize),
    SIZE(vu_properties_11, VkPhysicalDeviceVulkan11Properties),
    AT(vu_properties_11, subgroup, VkPhysicalDeviceVulkan11Properties, subgroupSize),
    AT(vu_properties_11, subgroup_stages, VkPhysicalDeviceVulkan11Properties,
       subgroupSupportedStages),
    AT(vu_properties_11, subgroup_ops, VkPhysicalDeviceVulkan11Properties,
       subgroupSupportedOperations),
    AT(vu_properties_11, most_bytes, VkPhysicalDeviceVulkan11Properties, maxMemoryAllocationSize),
    SIZE(vu_properties_12, VkPhysicalDeviceVulkan12Properties),
    AT(vu_properties_12, driver, VkPhysicalDeviceVulkan12Properties, driverID),
    AT(vu_properties_12, driver_name, VkPhysicalDeviceVulkan12Properties, driverName),
    AT(vu_properties_12, driver_info, VkPhysicalDeviceVulkan12Properties, driverInfo),
    AT(vu_properties_12, signed_zero[1], VkPhysicalDeviceVulkan12Properties,
       shaderSignedZeroInfNanPreserveFloat32),
    AT(vu_properties_12, denorm_preserve[1], VkPhysicalDeviceVulkan12Properties,
       shaderDenormPreserveFloat32),
    AT(vu_properties_12, rte[2], VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat64),
    AT(vu_properties_12, timeline, VkPhysicalDeviceVulkan12Properties,
       maxTimelineSemaphoreValueDifference),
    SIZE(vu_subgroup_properties, VkPhysicalDeviceSubgroupSizeControlProperties),
    AT(vu_subgroup_properties, stages, VkPhysicalDeviceSubgroupSizeControlProperties,
       requiredSubgroupSizeStages),
    SIZE(vu_memory_properties, VkPhysicalDeviceMemoryProperties),
    AT(vu_memory_properties, types, VkPhysicalDeviceMemoryProperties, memoryTypes),
    AT(vu_memory_properties, heaps, VkPhysicalDeviceMemoryProperties, memoryHeaps),
    SIZE(vu_queue_family, VkQueueFamilyProperties),
    AT(vu_queue_family, timestamp_bits, VkQueueFamilyProperties, timestampValidBits),

    // ---- features ----
    SIZE(vu_features, VkPhysicalDeviceFeatures2),
    AT(vu_features, has[VU_FLOAT64], VkPhysicalDeviceFeatures2, features.shaderFloat64),
    AT(vu_features, has[VU_INT64], VkPhysicalDeviceFeatures2, features.shaderInt64),
    AT(vu_features, has[VU_INT16], VkPhysicalDeviceFeatures2, features.shaderInt16),
    SIZE(vu_features_11, VkPhysicalDeviceVulkan11Features),
    AT(vu_features_11, has[VU_STORAGE_16], VkPhysicalDeviceVulkan11Features,
       storageBuffer16BitAccess),
    SIZE(vu_features_12, VkPhysicalDeviceVulkan12Features),
#define HAS_12(number, member) \
    AT(vu_features_12, has[number], VkPhysicalDeviceVulkan12Features, member)
    HAS_12(VU_STORAGE_8, storageBuffer8BitAccess),
    HAS_12(VU_ATOMICS_64, shaderBufferInt64Atomics),
    HAS_12(VU_SHARED_ATOMICS_64, shaderSharedInt64Atomics),
    HAS_12(VU_INT8, shaderInt8),
    HAS_12(VU_SUBGROUP_TYPES, shaderSubgroupExtendedTypes),
    HAS_12(VU_ADDRESSES, bufferDeviceAddress),
    HAS_12(VU_MODEL, vulkanMemoryModel),
    HAS_12(VU_MODEL_DEVICE, vulkanMemoryModelDeviceScope),
    SIZE(vu_zero_features, VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures),
    SIZE(vu_subgroup_features, VkPhysicalDeviceSubgroupSizeControlFeatures),
    AT(vu_subgroup_features, full, VkPhysicalDeviceSubgroupSizeControlFeatures,
       computeFullSubgroups),

    // ---- structs of devices ----
    SIZE(vu_queue_info, VkDeviceQueueCreateInfo),
    AT(vu_queue_info, family, VkDeviceQueueCreateInfo, queueFamilyIndex),
    AT(vu_queue_info, priorities, VkDeviceQueueCreateInfo, pQueuePriorities),
    SIZE(vu_device_info, VkDeviceCreateInfo),
    AT(vu_device_info, queues, VkDeviceCreateInfo, pQueueCreateInfos),
    AT(vu_device_info, extension_count, VkDeviceCreateInfo, enabledExtensionCount),
    AT(vu_device_info, extensions, VkDeviceCreateInfo, ppEnabledExtensionNames),
    SIZE(vu_submit, VkSubmitInfo),
    AT(vu_submit, count, VkSubmitInfo, commandBufferCount),
    AT(vu_submit, commands, VkSubmitInfo, pCommandBuffers),
    SIZE(vu_fence_info, VkFenceCreateInfo),
    SIZE(vu_buffer_info, VkBufferCreateInfo),
    AT(vu_buffer_info, bytes, VkBufferCreateInfo, size),
    AT(vu_buffer_info, usage, VkBufferCreateInfo, usage),
    SIZE(vu_memory_needs, VkMemoryRequirements),
    AT(vu_memory_needs, types, VkMemoryRequirements, memoryTypeBits),
    SIZE(vu_memory_info, VkMemoryAllocateInfo),
    AT(vu_memory_info, memory_type, VkMemoryAllocateInfo, memoryTypeIndex),
    SIZE(vu_allocate_flags, VkMemoryAllocateFlagsInfo),
    AT(vu_allocate_flags, flags, VkMemoryAllocateFlagsInfo, flags),
    SIZE(vu_address_info, VkBufferDeviceAddressInfo),
    AT(vu_address_info, buffer, VkBufferDeviceAddressInfo, buffer),
    SIZE(vu_copy, VkBufferCopy),
    AT(vu_copy, to, VkBufferCopy, dstOffset),
    SIZE(vu_module_info, VkShaderModuleCreateInfo),
    AT(vu_module_info, bytes, VkShaderModuleCreateInfo, codeSize),
    AT(vu_module_info, words, VkShaderModuleCreateInfo, pCode),
    SIZE(vu_cache_info, VkPipelineCacheCreateInfo),
    AT(vu_cache_info, data, VkPipelineCacheCreateInfo, pInitialData),
    SIZE(vu_constants, VkPushConstantRange),
    AT(vu_constants, bytes, VkPushConstantRange, size),
    SIZE(vu_layout_info, VkPipelineLayoutCreateInfo),
    AT(vu_layout_info, constant_count, VkPipelineLayoutCreateInfo, pushConstantRangeCount),
    AT(vu_layout_info, constants, VkPipelineLayoutCreateInfo, pPushConstantRanges),
    SIZE(vu_required_subgroup, VkPipelineShaderStageRequiredSubgroupSizeCreateInfo),
    SIZE(vu_stage_info, VkPipelineShaderStageCreateInfo),
    AT(vu_stage_info, stage, VkPipelineShaderStageCreateInfo, stage),
    AT(vu_stage_info, name, VkPipelineShaderStageCreateInfo, pName),
    SIZE(vu_pipeline_info, VkComputePipelineCreateInfo),
    AT(vu_pipeline_info, stage, VkComputePipelineCreateInfo, stage),
    AT(vu_pipeline_info, layout, VkComputePipelineCreateInfo, layout),
    AT(vu_pipeline_info, base_number, VkComputePipelineCreateInfo, basePipelineIndex),
    SIZE(vu_pool_info, VkCommandPoolCreateInfo),
    AT(vu_pool_info, family, VkCommandPoolCreateInfo, queueFamilyIndex),
    SIZE(vu_commands_info, VkCommandBufferAllocateInfo),
    AT(vu_commands_info, count, VkCommandBufferAllocateInfo, commandBufferCount),
    SIZE(vu_begin_info, VkCommandBufferBeginInfo),
    AT(vu_begin_info, flags, VkCommandBufferBeginInfo, flags),
    SIZE(vu_barrier, VkMemoryBarrier),
    AT(vu_barrier, to, VkMemoryBarrier, dstAccessMask),
    SIZE(vu_queries_info, VkQueryPoolCreateInfo),
    AT(vu_queries_info, kind, VkQueryPoolCreateInfo, queryType),
    AT(vu_queries_info, count, VkQueryPoolCreateInfo, queryCount),

// ---- numbers of structs ----
#define TYPE(ours, theirs) IS(ours, VK_STRUCTURE_TYPE_##theirs)
    TYPE(VU_APPLICATION, APPLICATION_INFO),
    TYPE(VU_INSTANCE_INFO, INSTANCE_CREATE_INFO),
    TYPE(VU_QUEUE_INFO, DEVICE_QUEUE_CREATE_INFO),
    TYPE(VU_DEVICE_INFO, DEVICE_CREATE_INFO),
    TYPE(VU_SUBMIT, SUBMIT_INFO),
    TYPE(VU_MEMORY_INFO, MEMORY_ALLOCATE_INFO),
    TYPE(VU_FENCE_INFO, FENCE_CREATE_INFO),
    TYPE(VU_QUERIES_INFO, QUERY_POOL_CREATE_INFO),
    TYPE(VU_BUFFER_INFO, BUFFER_CREATE_INFO),
    TYPE(VU_MODULE_INFO, SHADER_MODULE_CREATE_INFO),
    TYPE(VU_CACHE_INFO, PIPELINE_CACHE_CREATE_INFO),
    TYPE(VU_STAGE_INFO, PIPELINE_SHADER_STAGE_CREATE_INFO),
    TYPE(VU_PIPELINE_INFO, COMPUTE_PIPELINE_CREATE_INFO),
    TYPE(VU_LAYOUT_INFO, PIPELINE_LAYOUT_CREATE_INFO),
    TYPE(VU_POOL_INFO, COMMAND_POOL_CREATE_INFO),
    TYPE(VU_COMMANDS_INFO, COMMAND_BUFFER_ALLOCATE_INFO),
    TYPE(VU_BEGIN_INFO, COMMAND_BUFFER_BEGIN_INFO),
    TYPE(VU_BARRIER, MEMORY_BARRIER),
    TYPE(VU_FEATURES_11, PHYSICAL_DEVICE_VULKAN_1_1_FEATURES),
    TYPE(VU_PROPERTIES_11, PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES),
    TYPE(VU_FEATURES_12, PHYSICAL_DEVICE_VULKAN_1_2_FEATURES),
    TYPE(VU_PROPERTIES_12, PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES),
    TYPE(VU_FEATURES, PHYSICAL_DEVICE_FEATURES_2),
    TYPE(VU_PROPERTIES, PHYSICAL_DEVICE_PROPERTIES_2),
    TYPE(VU_ALLOCATE_FLAGS, MEMORY_ALLOCATE_FLAGS_INFO),
    TYPE(VU_SUBGROUP_PROPERTIES, PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES),
    TYPE(VU_REQUIRED_SUBGROUP, PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO),
    TYPE(VU_SUBGROUP_FEATURES, PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES),
    TYPE(VU_ADDRESS_INFO, BUFFER_DEVICE_ADDRESS_INFO),
    TYPE(VU_ZERO_FEATURES, PHYSICAL_DEVICE_ZERO_INITIALIZE_WORKGROUP_MEMORY_FEATURES),

    // ---- other numbers ----
    IS(VU_OK, VK_SUCCESS),
    IS(VU_NOT_READY, VK_NOT_READY),
    IS(VU_TIMEOUT, VK_TIMEOUT),
    IS(VU_NO_HOST_MEMORY, VK_ERROR_OUT_OF_HOST_MEMORY),
    IS(VU_NO_DEVICE_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY),
    IS(VU_NOT_INITIALIZED, VK_ERROR_INITIALIZATION_FAILED),
    IS(VU_LOST, VK_ERROR_DEVICE_LOST),
    IS(VU_NO_LAYER, VK_ERROR_LAYER_NOT_PRESENT),
    IS(VU_NO_EXTENSION, VK_ERROR_EXTENSION_NOT_PRESENT),
    IS(VU_INCOMPATIBLE, VK_ERROR_INCOMPATIBLE_DRIVER),
    IS(VU_TOO_MANY, VK_ERROR_TOO_MANY_OBJECTS),
    IS(VU_FRAGMENTED, VK_ERROR_FRAGMENTED_POOL),
    IS(VU_UNKNOWN, VK_ERROR_UNKNOWN),
    IS(VU_VERSION_1_2, VK_API_VERSION_1_2),
    IS(VU_FAMILY_COMPUTE, VK_QUEUE_COMPUTE_BIT),
    IS(VU_MEMORY_LOCAL, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT),
    IS(VU_MEMORY_VISIBLE, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT),
    IS(VU_MEMORY_COHERENT, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT),
    IS(VU_MEMORY_CACHED, VK_MEMORY_PROPERTY_HOST_CACHED_BIT),
    IS(VU_GPU_CPU, VK_PHYSICAL_DEVICE_TYPE_CPU),
    IS(VU_STAGE_COMPUTE, VK_SHADER_STAGE_COMPUTE_BIT),
    IS(VU_POINT_COMPUTE, VK_PIPELINE_BIND_POINT_COMPUTE),
    IS(VU_USAGE_FROM, VK_BUFFER_USAGE_TRANSFER_SRC_BIT),
    IS(VU_USAGE_TO, VK_BUFFER_USAGE_TRANSFER_DST_BIT),
    IS(VU_USAGE_STORAGE, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT),
    IS(VU_USAGE_INDIRECT, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT),
    IS(VU_USAGE_ADDRESS, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT),
    IS(VU_ALLOCATE_ADDRESS, VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT),
    IS(VU_BEGIN_ONCE, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT),
    IS(VU_QUERY_TIMESTAMP, VK_QUERY_TYPE_TIMESTAMP),
    IS(VU_QUERY_64, VK_QUERY_RESULT_64_BIT),
    IS(VU_AT_TOP, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT),
    IS(VU_AT_INDIRECT, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT),
    IS(VU_AT_COMPUTE, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT),
    IS(VU_AT_TRANSFER, VK_PIPELINE_STAGE_TRANSFER_BIT),
    IS(VU_AT_BOTTOM, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT),
    IS(VU_AT_HOST, VK_PIPELINE_STAGE_HOST_BIT),
    IS(VU_AT_ALL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT),
    IS(VU_ACCESS_HOST_READ, VK_ACCESS_HOST_READ_BIT),
    IS(VU_ACCESS_READ, VK_ACCESS_MEMORY_READ_BIT),
    IS(VU_ACCESS_WRITE, VK_ACCESS_MEMORY_WRITE_BIT),
};

static void numbers(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].ours != rows[i].theirs) {
            printf("%s: ours is %lld, not %lld\n", rows[i].what, (long long)rows[i].ours,
                   (long long)rows[i].theirs);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    printf("skipped: <vulkan/vulkan.h> is not here: install libvulkan-dev\n");
    return 77;
}
#endif
