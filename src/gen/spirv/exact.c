// Which emulation a machine needs for an operation, and its text from lib/exact.
#include "gen/spirv/exact.h"

#include "base/embed.h"
#include "gen/spirv/spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VYI_EMBED(vyi_exact_text_f32, "exact/f32.vy")
VYI_EMBED(vyi_exact_text_f64, "exact/f64.vy")
VYI_EMBED(vyi_exact_text_ints, "exact/ints.vy")
VYI_EMBED(vyi_exact_text_ints64, "exact/ints64.vy")

enum needs { EXACT_INT64 = 1, EXACT_WIDE = 2, EXACT_SMALL = 4 };

static const struct row {
    uint8_t row, type, needs;
    const char *function;
} rows[] = {
#define EXACT(OP, TYPE, NEEDS, function) {VYI_OP_##OP, VY_TYPE_##TYPE, NEEDS, #function},
#define EXACT_CAST(FROM, TO, NEEDS, function) \
    {VYI_EXACT_CAST + VY_TYPE_##FROM, VY_TYPE_##TO, NEEDS, #function},
#include "gen/spirv/exact.def"
};
_Static_assert(sizeof rows / sizeof *rows == VYI_SPIRV_EMULATIONS, "exact.h counts other rows");

struct vyi_spirv_emulation vyi_spirv_emulation_at(uint32_t number)
{
    const struct row *r = &rows[number];
    bool cast = r->row >= VYI_EXACT_CAST;
    uint8_t from = cast ? r->row - VYI_EXACT_CAST : r->type;
    struct vyi_spirv_emulation e = {r->function, r->row, r->type, 1, r->type, {from}, number};
    if (!cast) {
        unsigned wrong;
        e.arity = vyi_op_info(r->row)->arity;
        memset(e.operands, from, sizeof e.operands);
        e.to = vyi_op_type(r->row, e.operands, &wrong);
    }
    return e;
}

// ---- choice ----
static bool is_int64(uint8_t type)
{
    return type == VY_TYPE_U64 || type == VY_TYPE_I64;
}

/// Whether the machine lacks the type, and pairs.c does not compute the operation.
static bool is_absent(const struct vyi_spirv_machine *m, uint8_t row, uint8_t type)
{
    bool cast = row >= VYI_EXACT_CAST;
    uint8_t from = cast ? row - VYI_EXACT_CAST : type;
    if (!m->float64 && (from == VY_TYPE_F64 || type == VY_TYPE_F64))
        return row != VYI_OP_BITS && from != VY_TYPE_BOOL;
    if (m->int64 || !(is_int64(from) || is_int64(type)))
        return false;
    if (cast)
        return vyi_type_class(from) == VYI_CLASS_FLOAT || vyi_type_class(type) == VYI_CLASS_FLOAT;
    return row == VYI_OP_DIV || row == VYI_OP_REM || row == VYI_OP_CEIL_DIV || row == VYI_OP_MULHI;
}

static bool is_wrong(const struct vyi_spirv_machine *m, uint8_t row, uint8_t type)
{
    return m->exact.wrong[row] >> type & 1 || is_absent(m, row, type);
}

/// Whether f32 operations can be done by f64 ones.
static bool has_wide(const struct vyi_spirv_machine *m)
{
    static const uint8_t ops[] = {VYI_OP_ADD,  VYI_OP_SUB, VYI_OP_MUL, VYI_OP_DIV,
                                  VYI_OP_SQRT, VYI_OP_LT,  VYI_OP_GT};
    bool wrong = !m->int64 || is_wrong(m, VYI_EXACT_CAST + VY_TYPE_F32, VY_TYPE_F64) ||
                 is_wrong(m, VYI_EXACT_CAST + VY_TYPE_F64, VY_TYPE_F32);
    for (size_t i = 0; i < sizeof ops; i++)
        wrong |= is_wrong(m, ops[i], VY_TYPE_F64);
    return !wrong;
}

enum vyi_exactness vyi_spirv_exactness_of(const struct vyi_spirv_machine *m, uint8_t row,
                                          uint8_t type, struct vyi_spirv_emulation *e)
{
    if (!is_wrong(m, row, type))
        return VYI_EXACT_NATIVE;
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS; i++) {
        if (rows[i].row != row || rows[i].type != type ||
            (rows[i].needs & EXACT_INT64 && !m->int64) ||
            (rows[i].needs & EXACT_SMALL && !(m->exact.small[row] >> type & 1)) ||
            (rows[i].needs & EXACT_WIDE && !has_wide(m)))
            continue;
        *e = vyi_spirv_emulation_at(i);
        return VYI_EXACT_EMULATED;
    }
    return VYI_EXACT_REFUSED;
}

// ---- texts ----
static const struct {
    const char *path, *text;
} texts[] = {{"f32.vy", vyi_exact_text_f32},
             {"f64.vy", vyi_exact_text_f64},
             {"ints.vy", vyi_exact_text_ints},
             {"ints64.vy", vyi_exact_text_ints64}};
enum { TEXTS = sizeof texts / sizeof *texts };

/// The parser frees *text with free.
static bool find_text(void *user, const char *from, const char *path, char **text, size_t *size)
{
    (void)user, (void)from;
    *text = NULL;
    for (uint32_t i = 0; i < TEXTS && !*text; i++)
        if (!strcmp(path, texts[i].path))
            *text = strdup(texts[i].text);
    *size = *text ? strlen(*text) : 0;
    return *text;
}

/// The file that has a function; each is `fn NAME(` at the begin of a line.
static const char *file_of(const char *function)
{
    char head[64];
    snprintf(head, sizeof head, "\nfn %s(", function);
    for (uint32_t i = 0; i < TEXTS; i++)
        if (strstr(texts[i].text, head))
            return texts[i].path;
    return "";
}

vy_status vyi_spirv_emulation_program(vy_context *context, const struct vyi_spirv_emulation *e,
                                      vy_program **program)
{
    static const char *const args[] = {"a", "a, b", "a, b, c"};
    char text[400];
    int at =
        snprintf(text, sizeof text, "program %s\nuse \"%s\"\n", e->function, file_of(e->function));
    for (uint32_t i = 0; i < e->arity; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "param %c : %s\n", 'a' + (int)i,
                       vyi_type_name(e->operands[i]));
    snprintf(text + at, sizeof text - (size_t)at,
             "out r : %s[1]\nworkgroup 1\ngrid 1\nr[0] = %s(%s)\n", vyi_type_name(e->to),
             e->function, args[e->arity - 1]);
    *program = NULL;
    vy_status status = vy_program_parse(
        context, vy_parse_params(.text = text, .name = "exact.vy", .use = find_text), program);
    if (!status && (status = vy_program_verify(*program)))
        vy_program_destroy(program);
    return status;
}
