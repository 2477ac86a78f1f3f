// vy_program_verify(): the rules of the language (ir/verify.c), then warnings of races.
#include "facts/race_static.h"
#include "ir/verify.h"

vy_status vy_program_verify(vy_program *p)
{
    if (!p)
        return VY_ERROR_ARGUMENT;
    if (p->verified)
        return VY_OK;
    if (p->failed)
        return VY_ERROR_MEMORY;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    bool sound;
    vy_status memory = vyi_verify(p, &report, &sound);
    if (sound)
        memory = vyi_race_static(p, &report);
    vy_status status = vyi_report_end(&report, VY_ERROR_PROGRAM);
    if (!memory && !status && !vyi_program_index(p))
        memory = VY_ERROR_MEMORY;
    if (memory)
        return memory;
    p->verified = !status;
    return status;
}
