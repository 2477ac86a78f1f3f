// Names of the regions that a launch runs, for traces.
#include "dev/device.h"

#include <stdio.h>

const char *vyi_dev_regions(const struct vyi_job *job, const vy_program *program, char *text,
                            size_t size)
{
    int used = job && job->region ? snprintf(text, size, "%s", job->region) : 0;
    for (uint32_t i = 1; program->strings.count && i < program->nodes.count; i++) {
        const struct vyi_node *n = &program->nodes.at[i];
        if (n->op != VYI_OP_REGION || used < 0 || (size_t)used >= size)
            continue;
        const char *name = program->strings.at[n->x].text;
        if (!job || !job->region || strcmp(name, job->region))
            used += snprintf(text + used, size - (size_t)used, "%s%s", used ? ", " : "", name);
    }
    return used > 0 ? text : NULL;
}
