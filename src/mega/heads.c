// The heads of handlers: each is held against the one that the kernel calls before the kernel is
// parsed, so that what is wrong is reported in the handler's own text and not in the text that
// calls it. A handler of a live ring may have further parameters, which vy_mega_bind() gives.
#include "ir/lex.h"
#include "ir/program.h"
#include "mega/mega.h"

#include <stdio.h>

#define HANDLER_ARGS "args: in atomic u32[], obs: inout atomic u32[]"
#define HANDLER_RESULTS ") -> u32, u32"

void vyi_mega_text_name(const struct vyi_mega_kernel *k, size_t i, char name[VYI_MEGA_TEXT_NAME])
{
    const vy_mega_handler *h = &k->handlers[i];
    if (k->payload)
        snprintf(name, VYI_MEGA_TEXT_NAME, "payload '%.63s'", h->name);
    else
        snprintf(name, VYI_MEGA_TEXT_NAME, "handler '%.63s' (opcode %#x)", h->name, h->opcode);
}

struct head {
    vy_context *context;
    struct vyi_arena arena;
    struct vyi_names names;
    struct vyi_lex wanted, results, text;
    const char *what; ///< is wrong; NULL: nothing
    char fix[300];
};

/// Splits a text into tokens and reports nothing: the parser reports what is no token.
static bool split(struct head *h, const char *text, struct vyi_lex *lex)
{
    struct vy_context quiet = *h->context;
    struct vyi_report report = {.context = &quiet};
    quiet.params.diag = NULL;
    bool good = vyi_lex(h->context, &report, 1, text, strlen(text), &h->arena, &h->names, lex);
    (void)vyi_report_end(&report, VY_OK);
    return good;
}

static const char *spelling(const struct head *h, const struct vyi_token *t)
{
    return t->name ? h->names.list.at[t->name].text : "";
}

/// Steps over the tokens that are wanted; false: *is is another one. Arguments may have any names.
static bool follows(const struct vyi_lex *wanted, const struct vyi_token **is)
{
    for (const struct vyi_token *want = wanted->tokens.at; want->kind != VYI_TOKEN_END; want++) {
        bool free_name = want->kind == VYI_TOKEN_NAME && want[1].kind == VYI_TOKEN_COLON;
        if ((*is)->kind != want->kind || (!free_name && (*is)->name != want->name))
            return false;
        ++*is;
    }
    return true;
}

static bool wrong(struct head *h, const char *what, const char *fix)
{
    h->what = what;
    snprintf(h->fix, sizeof h->fix, "%s", fix);
    return false;
}

uint32_t vyi_mega_name_find(const struct vyi_mega_names *names, const char *name)
{
    uint32_t i = 0;
    while (i < names->count && strcmp(names->at[i].name, name))
        i++;
    return i;
}

/// Adds a parameter to those of all handlers, or finds it there.
static bool take_name(struct head *h, struct vyi_mega_names *names,
                      const struct vyi_mega_name *name, struct vyi_mega_head *head, bool writes)
{
    uint32_t i = vyi_mega_name_find(names, name->name), typed = 0;
    for (uint32_t k = 0; k < names->count; k++)
        typed += names->at[k].type != 0;
    bool known = i < names->count && names->at[i].type;
    if (names->io && i == VYI_MEGA_IO &&
        (!writes || name->atomic || !name->buffer || name->type != VY_TYPE_U32))
        return wrong(h, "'io' is the request of its slot, eight words", "io: inout u32[]");
    if (names->io && i == VYI_MEGA_ARENA && !name->buffer)
        return wrong(h, "'arena' is the arena of its megakernel", "arena: inout atomic u32[]");
    if (known && (names->at[i].type != name->type || names->at[i].atomic != name->atomic ||
                  names->at[i].buffer != name->buffer))
        return wrong(h, "another handler declares a parameter of this name otherwise",
                     "give it the same type, or another name");
    if ((!known && typed == VYI_MEGA_MOST_NAMES) || i == VYI_MEGA_ROWS)
        return wrong(h, "its megakernel has more than 24 names for what is bound",
                     "put several values into one buffer");
    names->at[i] = *name;
    names->count += i == names->count;
    head->writes |= (uint32_t)writes << head->count;
    head->at[head->count++] = (uint8_t)i;
    return true;
}

/// "," NAME ":" and a type, or in or inout, a type and "[]".
static bool parameter(struct head *h, const struct vyi_token **is, struct vyi_mega_names *names,
                      struct vyi_mega_head *head)
{
    static const char fix[] = "as in 'limit: u32', 'table: in u32[]', 'sums: inout atomic u32[]'";
    struct vyi_mega_name name = {0};
    const struct vyi_token *t = *is + 1;
    *is = t;
    if (t->kind != VYI_TOKEN_NAME || t[1].kind != VYI_TOKEN_COLON ||
        strlen(spelling(h, t)) >= sizeof name.name)
        return wrong(h, "a further parameter has a name and a type", fix);
    snprintf(name.name, sizeof name.name, "%s", spelling(h, t));
    bool writes = t[2].kind == VYI_TOKEN_INOUT;
    name.buffer = writes || t[2].kind == VYI_TOKEN_IN;
    t += 2 + name.buffer;
    name.atomic = name.buffer && t->kind == VYI_TOKEN_ATOMIC;
    t += name.atomic;
    name.type =
        t->kind == VYI_TOKEN_NAME ? vyi_type_find(spelling(h, t), strlen(spelling(h, t))) : 0;
    bool rank = name.buffer && name.type && t[1].kind == VYI_TOKEN_OPEN_INDEX &&
                t[2].kind == VYI_TOKEN_CLOSE_INDEX;
    if (!name.type || rank != name.buffer ||
        (!name.buffer && vyi_type_class(name.type) == VYI_CLASS_NARROW)) {
        *is = t;
        return wrong(h, "a further parameter is a value or a buffer with one size", fix);
    }
    if (!take_name(h, names, &name, head, writes))
        return false;
    *is = t + (name.buffer ? 3 : 1);
    return true;
}

/// The token in which the head that begins at `is` differs from a handler's; NULL: none does.
static const struct vyi_token *differs(struct head *h, const struct vyi_mega_kernel *k, size_t i,
                                       const struct vyi_token *is)
{
    struct vyi_mega_head *head = k->heads ? &k->heads[i] : NULL;
    bool good = follows(&h->wanted, &is);
    while (good && k->names && is->kind == VYI_TOKEN_COMMA) {
        if (head->count == VYI_MEGA_MOST_NAMES)
            good = wrong(h, "it has more than 24 further parameters", "put them into one buffer");
        else
            good = parameter(h, &is, k->names, head);
    }
    return good && follows(&h->results, &is) ? NULL : is;
}

static vy_status check(struct head *h, const struct vyi_mega_kernel *k, size_t i)
{
    static const char prefix[] = "mega_op"; // of names that the kernel needs for itself
    const vy_mega_handler *one = &k->handlers[i];
    struct vyi_sources sources = {0};
    struct vyi_report report = {.context = h->context, .sources = &sources};
    char name[VYI_MEGA_TEXT_NAME], wanted[256];
    vyi_mega_text_name(k, i, name);
    snprintf(wanted, sizeof wanted, "fn %.63s(%s" HANDLER_ARGS, one->name,
             k->payload ? "opcode: u32, " : "");
    if (!vyi_lex_words(h->context, &h->arena, &h->names) || !split(h, wanted, &h->wanted) ||
        !split(h, HANDLER_RESULTS, &h->results) || !split(h, one->text, &h->text))
        return VY_ERROR_MEMORY;
    const struct vyi_token *is = h->text.tokens.at;
    const struct vyi_token *program = NULL, *reserved = NULL, *function = NULL, *at;
    for (at = is; at->kind != VYI_TOKEN_END; at++) {
        bool declares = at->kind == VYI_TOKEN_FN || at->kind == VYI_TOKEN_CONST;
        if (at->kind == VYI_TOKEN_PROGRAM && !program)
            program = at;
        if (declares && at[1].kind == VYI_TOKEN_NAME && !reserved &&
            !strncmp(spelling(h, at + 1), prefix, sizeof prefix - 1))
            reserved = at + 1;
        if (at->kind == VYI_TOKEN_FN && at[1].name == h->wanted.tokens.at[1].name && !function)
            function = at;
    }
    at = program ? program : reserved ? reserved : function ? differs(h, k, i, function) : is;
    if (program)
        wrong(h, "its text is a program",
              "delete the 'program' line: a handler's text holds 'use', const and fn alone");
    else if (reserved)
        wrong(h, "its text declares a name of the kernel's",
              "choose a name that does not begin with mega_op");
    else if (at && !h->what) {
        wrong(h,
              function ? "its head is not that of a handler"
                       : "its text has no function of that name",
              "");
        snprintf(h->fix, sizeof h->fix, "%s" HANDLER_RESULTS " { … }", wanted);
    }
    uint32_t base = vyi_sources_add(h->context, &sources, name, one->text, strlen(one->text));
    if (at)
        vyi_report(&report, base + (at == is && !function ? 0 : at->at),
                   at == is && !function ? 1 : at->length, VYI_DIAG(MEGA_LIVE_HANDLER), one->name,
                   one->opcode, h->what, h->fix);
    vy_status status = vyi_report_end(&report, VY_ERROR_PROGRAM);
    vyi_sources_free(h->context, &sources);
    return base ? status : VY_ERROR_MEMORY;
}

vy_status vyi_mega_heads(vy_context *c, const struct vyi_mega_kernel *k)
{
    vy_status status = VY_OK;
    for (size_t i = 0; !status && i < k->count; i++) {
        struct head h = {.context = c};
        status = check(&h, k, i);
        vyi_lex_free(c, &h.wanted);
        vyi_lex_free(c, &h.results);
        vyi_lex_free(c, &h.text);
        vyi_names_free(c, &h.names);
        vyi_arena_free(c, &h.arena);
    }
    return status;
}

// ---- names in texts of the kernel ----
static bool is_used(const struct vyi_mega_names *names, uint32_t i)
{
    return names->at[i].type;
}

bool vyi_mega_names_used(const struct vyi_mega_names *names)
{
    uint32_t i = 0;
    while (names && i < names->count && !is_used(names, i))
        i++;
    return names && i < names->count;
}

void vyi_mega_name_type(struct vyi_text *t, const struct vyi_mega_name *n, bool writes)
{
    const char *type = vyi_type_name(n->type);
    if (n->buffer)
        vyi_text_printf(t, "%s %s%s[]", writes ? "inout" : "in", n->atomic ? "atomic " : "", type);
    else
        vyi_text_printf(t, "%s", type);
}

void vyi_mega_pass_names(struct vyi_text *t, const struct vyi_mega_names *names, bool declare)
{
    for (uint32_t i = 0; names && i < names->count; i++) {
        if (!is_used(names, i))
            continue;
        vyi_text_printf(t, ", mega_op_n%u%s", i, declare ? ": " : "");
        if (declare)
            vyi_mega_name_type(t, &names->at[i], true);
    }
    if (vyi_mega_names_used(names))
        vyi_text_printf(t, ", mega_op_bound%s", declare ? ": u32" : "");
}

/// The value of a parameter in the bits of a row.
static void put_value(struct vyi_text *t, uint8_t type, const char *bits)
{
    const char *name = vyi_type_name(type);
    if (type == VY_TYPE_BOOL)
        vyi_text_printf(t, "%s != 0u64", bits);
    else if (type == VY_TYPE_F32)
        vyi_text_printf(t, "unbits(u32(%s))", bits);
    else if (type == VY_TYPE_F64)
        vyi_text_printf(t, "unbits(%s)", bits);
    else
        vyi_text_printf(t, "%s(%s)", name, bits);
}

void vyi_mega_windows(struct vyi_text *t, const struct vyi_mega_names *names)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (is_used(names, i) && names->at[i].buffer)
            vyi_text_printf(t, "window mega_op_n%u : %s%s[]\n", i,
                            names->at[i].atomic ? "atomic " : "", vyi_type_name(names->at[i].type));
}

/// Whether a slot needs what is bound, by its opcode.
static void put_needs(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    vyi_text_printf(t, "op == MEGA_OP_PACKED");
    for (size_t i = 0; i < k->count; i++)
        if (k->heads[i].count)
            vyi_text_printf(t, " || op == 0x%x", k->handlers[i].opcode);
}

void vyi_mega_announced(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    vyi_text_printf(t, "let mega_op_needs = workgroup_any(mine && (");
    put_needs(t, k);
    vyi_text_printf(t, "))\nif mega_op_needs { ring_announce(binds, mirror, bound_set) }\n");
}

void vyi_mega_bound(struct vyi_text *t, const struct vyi_mega_kernel *k, bool together)
{
    const struct vyi_mega_names *names = k->names;
    const char *row = !k->announced ? "ring_row("
                      : together    ? "workgroup_load(bound_set["
                                    : "bound_set[";
    const char *end = !k->announced ? ")" : together ? "])" : "]";
    char bits[64];
    vyi_text_printf(t, "var mega_op_bound = 0\n");
    for (uint32_t i = 0; i < names->count; i++)
        if (is_used(names, i) && !names->at[i].buffer) {
            vyi_text_printf(t, "var mega_op_n%u = ", i);
            put_value(t, names->at[i].type, "0u64");
            vyi_text_printf(t, "\n");
        }
    vyi_text_printf(t, "if ");
    put_needs(t, k);
    vyi_text_printf(t, " {\nlet mega_op_set = %s\nmega_op_bound = u32(%smega_op_set%s)\n",
                    k->announced ? "0" : "ring_bound()", row, end);
    for (uint32_t i = 0; i < names->count; i++) {
        const struct vyi_mega_name *n = &names->at[i];
        snprintf(bits, sizeof bits, "%smega_op_set + BIND_ROW + %u%s", row, 2 * i, end);
        if (!is_used(names, i))
            continue;
        vyi_text_printf(t, "mega_op_n%u = ", i);
        if (!n->buffer)
            put_value(t, n->type, bits);
        else
            vyi_text_printf(t, "window(%s%s, %smega_op_set + BIND_ROW + %u%s / %uu64)", bits,
                            names->io && i == VYI_MEGA_IO ? " + u64(i) * 32u64" : "", row,
                            2 * i + 1, end, vyi_type_bytes(n->type));
        vyi_text_printf(t, "\n");
    }
    vyi_text_printf(t, "}\n");
}
