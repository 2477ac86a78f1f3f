// What the GLSL kernels share. The host chooses the size of groups; a launch along one axis may
// need more groups than Vulkan allows there, so that groups are numbered by two.
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x_id = 0, local_size_y_id = 1) in;
#define GROUP (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x)
#define INDEX (GROUP * gl_WorkGroupSize.x + gl_LocalInvocationID.x)
#define ALL (gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x)

// fma() of a driver need not be fused. The product of two floats is exact as a double; the sum is
// rounded to odd, so that rounding it once more to a float is right.
float fused(float a, float b, float c)
{
    precise double product = double(a) * double(b);
    precise double sum = product + double(c);
    precise double back = sum - product;
    precise double error = (product - (sum - back)) + (double(c) - back);
    uvec2 words = unpackDouble2x32(sum);
    if (error != 0.0 && (words.x & 1u) == 0u) {
        if ((error > 0.0) == (sum > 0.0)) {
            words.x |= 1u;
        } else {
            words.y -= uint(words.x == 0u);
            words.x -= 1u;
        }
    }
    return float(packDouble2x32(words));
}
