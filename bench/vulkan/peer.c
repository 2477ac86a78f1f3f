// See peer.h. All memory is visible to the host, as the memory of lavapipe and SwiftShader is.
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { MOST_SETS = 4096, MOST_SHAPES = 8, PUSHED = 64, ROW = 65535 };

struct shape { // a pipeline of a kernel for one size of groups
    uint32_t group[2];
    VkPipeline pipeline;
};
struct kernel {
    VkShaderModule module;
    struct shape shapes[MOST_SHAPES];
    unsigned shape_count;
};
struct buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *host;
    uint64_t bytes;
};

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static uint32_t family;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;
static VkDescriptorPool sets;
static VkCommandPool commands;
static VkCommandBuffer recorded;
static bool recording;
static VkFence fence;
static struct kernel kernels[VULKAN_PEER_KERNELS];
static struct buffer buffers[VULKAN_PEER_BUFFERS];
static char problem[160], driver_name[600];

static bool good(VkResult result, const char *call)
{
    if (result != VK_SUCCESS)
        snprintf(problem, sizeof problem, "%s gives %d", call, (int)result);
    return result == VK_SUCCESS;
}

// ---- the device ----
static bool choose(uint32_t index)
{
    VkPhysicalDevice all[16];
    uint32_t count = 16, families = 16;
    if (!good(vkEnumeratePhysicalDevices(instance, &count, all), "vkEnumeratePhysicalDevices"))
        return false;
    if (index >= count) {
        snprintf(problem, sizeof problem, "there is no device %u", index);
        return false;
    }
    physical = all[index];
    VkPhysicalDeviceDriverProperties driver = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              &driver};
    vkGetPhysicalDeviceProperties2(physical, &properties);
    snprintf(driver_name, sizeof driver_name, "%s %s", driver.driverName, driver.driverInfo);
    VkQueueFamilyProperties family_at[16];
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, family_at);
    for (family = 0; family < families; family++)
        if (family_at[family].queueFlags & VK_QUEUE_COMPUTE_BIT)
            return true;
    snprintf(problem, sizeof problem, "the device computes nothing");
    return false;
}

static bool open_device(uint32_t index)
{
    const float priority = 1;
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_2};
    VkInstanceCreateInfo instance_info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                          .pApplicationInfo = &application};
    if (!good(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance") ||
        !choose(index))
        return false;
    VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                          .queueFamilyIndex = family, .queueCount = 1,
                                          .pQueuePriorities = &priority};
    // Everything the device has: kernels may use doubles and bytes.
    VkPhysicalDeviceVulkan12Features features12 = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          &features12};
    vkGetPhysicalDeviceFeatures2(physical, &features);
    VkDeviceCreateInfo device_info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
                                      .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info};
    if (!good(vkCreateDevice(physical, &device_info, NULL, &device), "vkCreateDevice"))
        return false;
    vkGetDeviceQueue(device, family, 0, &queue);

    VkDescriptorSetLayoutBinding bindings[VULKAN_PEER_BUFFERS];
    for (uint32_t i = 0; i < VULKAN_PEER_BUFFERS; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = VULKAN_PEER_BUFFERS,
                                                .pBindings = bindings};
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSHED};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                 MOST_SETS * VULKAN_PEER_BUFFERS};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = MOST_SETS, .poolSizeCount = 1,
                                            .pPoolSizes = &size};
    VkCommandPoolCreateInfo commands_info = {
        VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, .queueFamilyIndex = family};
    VkFenceCreateInfo fence_info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (!good(vkCreateDescriptorSetLayout(device, &set_info, NULL, &set_layout), "a layout"))
        return false;
    VkPipelineLayoutCreateInfo layout_info = {
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1,
        .pSetLayouts = &set_layout, .pushConstantRangeCount = 1, .pPushConstantRanges = &range};
    if (!good(vkCreatePipelineLayout(device, &layout_info, NULL, &layout), "a layout") ||
        !good(vkCreateDescriptorPool(device, &pool_info, NULL, &sets), "a descriptor pool") ||
        !good(vkCreateCommandPool(device, &commands_info, NULL, &commands), "a command pool") ||
        !good(vkCreateFence(device, &fence_info, NULL, &fence), "a fence"))
        return false;
    VkCommandBufferAllocateInfo buffer_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = commands, .commandBufferCount = 1};
    return good(vkAllocateCommandBuffers(device, &buffer_info, &recorded), "a command buffer");
}

// ---- kernels and buffers ----
static void end(void)
{
    for (unsigned i = 0; i < VULKAN_PEER_KERNELS; i++) {
        struct kernel *k = &kernels[i];
        for (unsigned j = 0; j < k->shape_count; j++)
            vkDestroyPipeline(device, k->shapes[j].pipeline, NULL);
        if (k->module)
            vkDestroyShaderModule(device, k->module, NULL);
        *k = (struct kernel){0};
    }
    for (unsigned i = 0; i < VULKAN_PEER_BUFFERS; i++) {
        if (buffers[i].buffer)
            vkDestroyBuffer(device, buffers[i].buffer, NULL);
        if (buffers[i].memory)
            vkFreeMemory(device, buffers[i].memory, NULL);
        buffers[i] = (struct buffer){0};
    }
}

static void close_device(void)
{
    if (device) {
        end();
        vkDestroyFence(device, fence, NULL);
        vkDestroyCommandPool(device, commands, NULL);
        vkDestroyDescriptorPool(device, sets, NULL);
        vkDestroyPipelineLayout(device, layout, NULL);
        vkDestroyDescriptorSetLayout(device, set_layout, NULL);
        vkDestroyDevice(device, NULL);
    }
    if (instance)
        vkDestroyInstance(instance, NULL);
    device = VK_NULL_HANDLE;
    instance = VK_NULL_HANDLE;
}

static bool load_kernel(unsigned index, const char *path)
{
    static uint32_t words[1 << 18];
    FILE *f = fopen(path, "rb");
    size_t count = f ? fread(words, 4, sizeof words / 4, f) : 0;
    if (f)
        fclose(f);
    if (!count) {
        snprintf(problem, sizeof problem, "%s cannot be read", path);
        return false;
    }
    VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = 4 * count, .pCode = words};
    return good(vkCreateShaderModule(device, &info, NULL, &kernels[index].module), path);
}

static bool make_buffer(unsigned index, uint64_t bytes)
{
    struct buffer *b = &buffers[index];
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties has;
    b->bytes = bytes;
    if (!good(vkCreateBuffer(device, &info, NULL, &b->buffer), "vkCreateBuffer"))
        return false;
    vkGetBufferMemoryRequirements(device, b->buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(physical, &has);
    uint32_t type = 0;
    while (type < has.memoryTypeCount && (!(needs.memoryTypeBits >> type & 1) ||
                                          (has.memoryTypes[type].propertyFlags & wanted) != wanted))
        type++;
    VkMemoryAllocateInfo memory = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size, .memoryTypeIndex = type};
    return good(vkAllocateMemory(device, &memory, NULL, &b->memory), "vkAllocateMemory") &&
           good(vkBindBufferMemory(device, b->buffer, b->memory, 0), "vkBindBufferMemory") &&
           good(vkMapMemory(device, b->memory, 0, VK_WHOLE_SIZE, 0, &b->host), "vkMapMemory");
}

static void *host_memory(unsigned index)
{
    return buffers[index].host;
}

/// The pipeline of a kernel for a size of groups: its constants 0 and 1.
static VkPipeline pipeline_of(struct kernel *k, uint32_t x, uint32_t y)
{
    for (unsigned i = 0; i < k->shape_count; i++)
        if (k->shapes[i].group[0] == x && k->shapes[i].group[1] == y)
            return k->shapes[i].pipeline;
    if (k->shape_count == MOST_SHAPES)
        return VK_NULL_HANDLE;
    struct shape *s = &k->shapes[k->shape_count];
    *s = (struct shape){.group = {x, y}};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}};
    VkSpecializationInfo special = {2, entries, sizeof s->group, s->group};
    VkComputePipelineCreateInfo info = {
        VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = k->module, .pName = "main",
                  .pSpecializationInfo = &special},
        .layout = layout};
    if (!good(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &s->pipeline),
              "vkCreateComputePipelines"))
        return VK_NULL_HANDLE;
    k->shape_count++;
    return s->pipeline;
}

// ---- recording and running ----
static bool record(void)
{
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    recording = true;
    return good(vkResetDescriptorPool(device, sets, 0), "vkResetDescriptorPool") &&
           good(vkBeginCommandBuffer(recorded, &begin), "vkBeginCommandBuffer");
}

/// Binds the pipeline, its buffers and its push constants.
static bool bind(unsigned kernel, const char *args, const uint64_t *numbers, uint32_t group_x,
                 uint32_t group_y)
{
    VkPipeline pipeline = pipeline_of(&kernels[kernel], group_x, group_y);
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = sets, .descriptorSetCount = 1,
                                        .pSetLayouts = &set_layout};
    VkDescriptorSet set;
    unsigned char pushed[PUSHED] = {0};
    uint32_t binding = 0, at = 0;
    if (!pipeline || !good(vkAllocateDescriptorSets(device, &info, &set), "a descriptor set"))
        return false;
    for (const char *a = args; *a; a += a[2] ? 3 : 2) {
        unsigned index = (unsigned)(a[1] - '0');
        uint32_t bytes = *a == 'w' ? 8 : 4;
        if (*a == 'b') {
            VkDescriptorBufferInfo part = {buffers[index].buffer, 0, VK_WHOLE_SIZE};
            VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                          .dstSet = set,
                                          .dstBinding = binding++,
                                          .descriptorCount = 1,
                                          .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                          .pBufferInfo = &part};
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
            continue;
        }
        at = (at + bytes - 1) / bytes * bytes;
        memcpy(pushed + at, &numbers[index], bytes);
        at += bytes;
    }
    vkCmdBindPipeline(recorded, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(recorded, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(recorded, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSHED, pushed);
    return true;
}

static void barrier(void)
{
    VkMemoryBarrier all = {VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                                            VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
    vkCmdPipelineBarrier(recorded, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                         0, 1, &all, 0, NULL, 0, NULL);
}

static bool launch(unsigned kernel, const char *args, const uint64_t *numbers, uint32_t x,
                   uint32_t y, uint32_t group_x, uint32_t group_y)
{
    uint32_t across = (x + group_x - 1) / group_x, down = (y + group_y - 1) / group_y;
    if (!bind(kernel, args, numbers, group_x, group_y))
        return false;
    if (across > ROW) { // kernels of one axis number their groups by both
        down = (across + ROW - 1) / ROW;
        across = ROW;
    }
    vkCmdDispatch(recorded, across, down, 1);
    barrier();
    return true;
}

static bool launch_indirect(unsigned kernel, const char *args, const uint64_t *numbers,
                            unsigned buffer, uint32_t group_x)
{
    if (!bind(kernel, args, numbers, group_x, 1))
        return false;
    vkCmdDispatchIndirect(recorded, buffers[buffer].buffer, 0);
    barrier();
    return true;
}

static bool run(void)
{
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                           .pCommandBuffers = &recorded};
    if (recording && !good(vkEndCommandBuffer(recorded), "vkEndCommandBuffer"))
        return false;
    recording = false;
    return good(vkQueueSubmit(queue, 1, &submit, fence), "vkQueueSubmit") &&
           good(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences") &&
           good(vkResetFences(device, 1, &fence), "vkResetFences");
}

static const char *last_error(void)
{
    return problem;
}
static const char *driver(void)
{
    return driver_name;
}

const struct vulkan_peer vyre_vulkan_peer = {open_device, close_device, last_error,      driver,
                                             load_kernel, make_buffer,  host_memory,     end,
                                             record,      launch,       launch_indirect, run};
