// The texts of `print` and `assert`: values as text, messages with their arguments in place.
#include "ir/message.h"
#include "ir/sem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/// A value in bit form as text: the shortest form that reads back as the same value.
static void put_value(struct vyi_text *t, uint8_t type, uint64_t value)
{
    double d;
    switch (type) {
    case VY_TYPE_BOOL: vyi_text_printf(t, "%s", value ? "true" : "false"); break;
    case VY_TYPE_I32: vyi_text_printf(t, "%d", (int)(int32_t)(uint32_t)value); break;
    case VY_TYPE_I64: vyi_text_printf(t, "%lld", (long long)value); break;
    case VY_TYPE_F32:
    case VY_TYPE_F64:
        value = vyi_sem_cast(type, VY_TYPE_F64, value);
        memcpy(&d, &value, sizeof d);
        float_text(t, d, type == VY_TYPE_F32);
        break;
    default: vyi_text_printf(t, "%llu", ULL(value)); break;
    }
}

uint32_t vyi_message_places(const char *text, uint32_t length)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < length; i++)
        count += text[i] == '{' && text[i + 1] == '}';
    return count;
}

void vyi_message_text(const vy_program *p, uint32_t string, const uint8_t *types,
                      const uint64_t *values, uint32_t count, struct vyi_text *t)
{
    const struct vyi_string *s = &p->strings.at[string];
    uint32_t next = 0;
    for (uint32_t k = 0; k < s->length; k++) {
        if (s->text[k] == '{' && k + 1 < s->length && s->text[k + 1] == '}' && next < count) {
            put_value(t, types[next], values[next]);
            next++, k++;
        } else {
            vyi_text_append(t, s->text + k, 1);
        }
    }
    vyi_text_append(t, "", 0);
}

void vyi_message_node(const vy_program *p, vyi_ref node, const uint64_t *values, struct vyi_text *t)
{
    const struct vyi_node *n = vyi_at(p, node);
    const vyi_ref *kids;
    uint8_t types[VYI_MAX_ARGS];
    uint32_t count = vyi_kids(p, n, &kids), skip = n->op == VYI_OP_ASSERT;
    count = count - skip < VYI_MAX_ARGS ? count - skip : VYI_MAX_ARGS;
    for (uint32_t i = 0; i < count; i++)
        types[i] = vyi_at(p, kids[i + skip])->type;
    struct vyi_fp fp; // whether a text reads back as a subnormal is no matter of the host's
    vyi_fp_enter(&fp);
    vyi_message_text(p, n->x, types, values, count, t);
    vyi_fp_leave(&fp);
}

void vyi_message_assert(struct vyi_report *report, uint32_t pos, uint64_t invocation,
                        const struct vyi_text *text, uint32_t args)
{
    vyi_report(report, pos, 0, VYI_DIAG(ASSERT_FAILED), ULL(invocation),
               text->count ? text->at : "the condition does not hold",
               args ? "" : "add a text that shows the values at fault: 'assert …, \"…{}…\", …'");
}

const char *vyi_message_after(uint64_t statements, char text[VYI_MESSAGE_AFTER])
{
    text[0] = 0;
    if (statements)
        snprintf(text, VYI_MESSAGE_AFTER, " after %llu statement%s", ULL(statements),
                 statements == 1 ? "" : "s");
    return text;
}
