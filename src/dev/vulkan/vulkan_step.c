// The stepper and the copy of uniform values; see vulkan_list.h.
#include "dev/vulkan/vulkan_list.h"

_Static_assert(VYI_STEP_CODE == 7 && VYI_STEP_SLOTS == 16 && VYI_STEP_SLOT_WORDS == 4 &&
                   VYI_STEP_OP_WORDS == 8 && sizeof(struct vyi_step_code) == 32,
               "the numbers in the text");
_Static_assert(VYI_STEP_END == 0 && VYI_STEP_LAUNCH == 1 && VYI_STEP_CLEAR == 2 &&
                   VYI_STEP_UNLESS == 3 && VYI_STEP_GO == 4 && VYI_STEP_WATCH == 5 &&
                   VYI_STEP_ENTER == 6 && VYI_STEP_AGAIN == 7,
               "the numbers in the text");

const char vyi_vulkan_step_text[] =
    "program vyre_step\n"
    "inout words   : u32[]\n"
    "inout control : u32[]\n"
    "inout pass    : u32[]\n"
    "workgroup 1\n"
    "grid 1\n"
    "for s in words[5]..words[6] { words[16 + 4 * s] = 0 }\n"
    "words[5] = 0\n"
    "words[6] = 0\n"
    "var pc = words[4]\n"
    "var going = true\n"
    "while going {\n"
    "    let at = words[7] + 8 * pc\n"
    "    let op = words[0] == 0 ? words[at] : 0\n"
    "    let a = words[at + 1]\n"
    "    let b = words[at + 2]\n"
    "    let c = words[at + 3]\n"
    "    let f = words[at + 4]\n"
    "    pc += 1\n"
    "    if op == 0 {\n"
    "        words[1] = 1\n"
    "        words[16] = 0\n"
    "        going = false\n"
    "    }\n"
    "    if op == 1 {\n"
    "        for s in a..b { words[16 + 4 * s] = words[19 + 4 * s] }\n"
    "        words[5] = a\n"
    "        words[6] = b\n"
    "        if c != 0 { words[c - 1] = 0 }\n"
    "        words[3] += 1\n"
    "        going = false\n"
    "    }\n"
    "    if op == 2 { for i in a..b { control[i] = 0 } }\n"
    "    if op == 3 { if control[a] == 0 { pc = b } }\n"
    "    if op == 4 { pc = a }\n"
    "    if op == 5 {\n"
    "        if words[a] != 0xffffffff || words[c] != 0 {\n"
    "            words[0] = 1\n"
    "            words[2] = b\n"
    "        }\n"
    "    }\n"
    "    if op >= 6 {\n"
    "        var k = words[f]\n"
    "        var to = words[f + 1]\n"
    "        var passes = words[f + 2]\n"
    "        var changed = 1\n"
    "        var left = 1\n"
    "        if c != 0 { left = control[c - 1] }\n"
    "        if op == 6 {\n"
    "            k = control[a]\n"
    "            to = control[a + 1]\n"
    "            passes = 0\n"
    "        } else {\n"
    "            k += 1\n"
    "            passes += 1\n"
    "            changed = control[a + 2]\n"
    "        }\n"
    "        words[f] = k\n"
    "        words[f + 1] = to\n"
    "        words[f + 2] = passes\n"
    "        pc = words[at + 6]\n"
    "        if k < to && changed != 0 && left != 0 {\n"
    "            pass[b] = k\n"
    "            control[a + 2] = 0\n"
    "            pc = words[at + 5]\n"
    "        } else if op == 7 || left != 0 {\n"
    "            words[f + 3] += 1\n"
    "            words[f + 4] += passes\n"
    "            if passes == 0 { words[f + 6] += 1 }\n"
    "            if passes != 0 && changed != 0 { words[f + 5] += 1 }\n"
    "            pass[b + 1] = passes\n"
    "        }\n"
    "    }\n"
    "}\n"
    "words[4] = pc\n";

const char vyi_vulkan_copy_text[] = "program vyre_copy\n"
                                    "in from : u32[]\n"
                                    "out to  : u32[len(from)]\n"
                                    "workgroup 64\n"
                                    "grid len(from)\n"
                                    "to[gid.x] = from[gid.x]\n";

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
