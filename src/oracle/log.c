// What a program says: print lines and failed asserts.
#include "oracle/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LINES = 1 << 16 };

/// The shortest decimal form that reads back as the same value, always with a point or exponent.
static void float_text(struct vyi_text *t, double v, bool single)
{
    char text[40];
    if (v != v || isinf(v)) {
        vyi_text_printf(t, "%s", v != v ? "nan" : v < 0 ? "-inf" : "inf");
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (single ? strtof(text, NULL) == (float)v : strtod(text, NULL) == v)
            break;
    }
    char *comma = strchr(text, ','); // a host with another locale
    if (comma)
        *comma = '.';
    vyi_text_printf(t, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

void vyi_oracle_value_text(struct vyi_text *t, uint8_t type, uint64_t value)
{
    float f;
    double d;
    uint32_t word = (uint32_t)value;
    switch (type) {
    case VY_TYPE_BOOL: vyi_text_printf(t, "%s", value ? "true" : "false"); break;
    case VY_TYPE_I32: vyi_text_printf(t, "%d", (int)(int32_t)word); break;
    case VY_TYPE_I64: vyi_text_printf(t, "%lld", (long long)value); break;
    case VY_TYPE_F32:
        memcpy(&f, &word, sizeof f);
        float_text(t, (double)f, true);
        break;
    case VY_TYPE_F64:
        memcpy(&d, &value, sizeof d);
        float_text(t, d, false);
        break;
    default: vyi_text_printf(t, "%llu", (unsigned long long)value); break;
    }
}

/// The message with its arguments in place of each {}.
static void message_text(const struct run *r, const struct ins *i, const uint64_t *frame,
                         struct vyi_text *t)
{
    const struct vyi_string *s = &r->p->strings.at[i->x];
    const uint32_t *args = i->n ? r->code.lists.at + i->b : NULL;
    uint32_t next = 0;
    for (uint32_t k = 0; k < s->length; k++) {
        if (s->text[k] == '{' && k + 1 < s->length && s->text[k + 1] == '}' && next < i->n) {
            vyi_oracle_value_text(t, (uint8_t)args[2 * next + 1],
                                  vyi_oracle_get(r, frame, args[2 * next]));
            next++, k++;
        } else {
            vyi_text_append(t, s->text + k, 1);
        }
    }
    vyi_text_append(t, "", 0);
}

void vyi_oracle_print(struct run *r, const struct ins *i, const uint64_t *frame)
{
    struct vyi_text t = {.context = r->context};
    if (!r->in->print || r->result->printed >= MOST_LINES) {
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
        return; // an invocation fails once: equal ids cannot meet here
    least->any = true;
    least->epoch = r->epoch;
    least->invocation = id;
    least->pc = (uint32_t)(i - r->code.ins.at);
    least->text.context = r->context;
    least->text.count = 0;
    message_text(r, i, vyi_oracle_frame(r, g, l), &least->text);
}
