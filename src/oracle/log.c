// The output of a program: printed lines and failed asserts.
#include "oracle/run.h"

#include "ir/message.h"

/// The message with its arguments in place of each {}.
static void message_text(const struct run *r, const struct ins *i, const uint64_t *frame,
                         struct vyi_text *t)
{
    const uint32_t *args = i->n ? r->code.lists.at + i->b : NULL;
    uint8_t types[VYI_MAX_ARGS];
    uint64_t values[VYI_MAX_ARGS];
    for (uint32_t k = 0; k < i->n && k < VYI_MAX_ARGS; k++) {
        types[k] = (uint8_t)args[2 * k + 1];
        values[k] = vyi_oracle_get(r, frame, args[2 * k]);
    }
    vyi_message_text(r->p, i->x, types, values, i->n, t);
}

void vyi_oracle_print(struct run *r, const struct ins *i, const uint64_t *frame)
{
    struct vyi_text t = {.context = r->context};
    if (!r->in->print || r->result->printed >= VYI_MESSAGE_LINES) {
        r->result->dropped++;
        return;
    }
    message_text(r, i, frame, &t);
    if (t.failed) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
    } else {
        r->in->print(r->in->print_user, t.at ? t.at : "");
        r->result->printed++;
    }
    vyi_text_free(&t);
}

/// Keeps the least failure by (barrier interval, invocation, place). Schedules run invocations in
/// different orders, but all of an interval, so the least one is the same under each.
void vyi_oracle_assert(struct run *r, const struct group *g, uint32_t l, const struct ins *i)
{
    struct failure *least = &r->failure;
    uint64_t id = vyi_oracle_id(r, g, l);
    if (least->any && (least->epoch < r->epoch || least->invocation <= id))
        return; // an invocation fails once: two failures never have the same id
    least->any = true;
    least->epoch = r->epoch;
    least->invocation = id;
    least->pc = (uint32_t)(i - r->code.ins.at);
    least->text.context = r->context;
    least->text.count = 0;
    message_text(r, i, vyi_oracle_frame(r, g, l), &least->text);
}
