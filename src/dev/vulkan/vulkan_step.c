// The stepper and the copy of uniform values; see vulkan_list.h.
#include "base/embed.h"
#include "dev/vulkan/vulkan_list.h"

_Static_assert(VYI_STEP_CODE == 7 && VYI_STEP_SLOTS == 16 && VYI_STEP_SLOT_WORDS == 4 &&
                   VYI_STEP_OP_WORDS == 8 && sizeof(struct vyi_step_code) == 32,
               "the numbers in lib/vulkan/step.vy");
_Static_assert(VYI_STEP_END == 0 && VYI_STEP_LAUNCH == 1 && VYI_STEP_CLEAR == 2 &&
                   VYI_STEP_UNLESS == 3 && VYI_STEP_GO == 4 && VYI_STEP_WATCH == 5 &&
                   VYI_STEP_ENTER == 6 && VYI_STEP_AGAIN == 7,
               "the numbers in lib/vulkan/step.vy");

VYI_EMBED(vyi_vulkan_step_text, "vulkan/step.vy")
VYI_EMBED(vyi_vulkan_copy_text, "vulkan/copy.vy")

bool vyi_vulkan_steps_known(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    pthread_mutex_lock(&s->steps.lock);
    if (!s->steps.tried)
        s->steps.there = !vyi_vulkan_own_create(device, vyi_vulkan_step_text, &s->steps.step) &&
                         !vyi_vulkan_own_create(device, vyi_vulkan_copy_text, &s->steps.copy);
    s->steps.tried = true;
    pthread_mutex_unlock(&s->steps.lock);
    return s->steps.there;
}
