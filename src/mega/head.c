// The head of a handler's function, held against the one that the kernel calls, before the kernel
// is parsed: what is wrong is reported in the handler's own text and not in the text that calls it.
#include "ir/lex.h"
#include "mega/mega.h"

#include <stdio.h>

#define HANDLER_ARGS "args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32"

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
    struct vyi_lex wanted, text;
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

/// The token in which a head differs from the one wanted, which begins at `at`; 0: none. Arguments
/// may have any names.
static uint32_t differs(const struct head *h, uint32_t at)
{
    const struct vyi_token *want = h->wanted.tokens.at, *is = h->text.tokens.at;
    for (uint32_t i = 0; want[i].kind != VYI_TOKEN_END; i++) {
        bool free_name = want[i].kind == VYI_TOKEN_NAME && want[i + 1].kind == VYI_TOKEN_COLON;
        if (is[at + i].kind != want[i].kind || (!free_name && is[at + i].name != want[i].name))
            return at + i;
    }
    return 0;
}

/// Where the text says that it is a program; the end of the text where it is none.
static uint32_t find_program(const struct head *h)
{
    const struct vyi_token *is = h->text.tokens.at;
    uint32_t i = 0;
    while (is[i].kind != VYI_TOKEN_END && is[i].kind != VYI_TOKEN_PROGRAM)
        i++;
    return i;
}

/// Where the function of that name begins; the end of the text where there is none.
static uint32_t find_function(const struct head *h)
{
    const struct vyi_token *want = h->wanted.tokens.at, *is = h->text.tokens.at;
    uint32_t i = 0;
    while (is[i].kind != VYI_TOKEN_END &&
           (is[i].kind != VYI_TOKEN_FN || is[i + 1].name != want[1].name))
        i++;
    return i;
}

/// The name of a declaration that the kernel needs for itself; the end of the text where there is
/// none.
static uint32_t find_reserved(const struct head *h)
{
    static const char prefix[] = "mega_op";
    const struct vyi_token *is = h->text.tokens.at;
    uint32_t i = 0;
    for (; is[i].kind != VYI_TOKEN_END; i++)
        if ((is[i].kind == VYI_TOKEN_FN || is[i].kind == VYI_TOKEN_CONST) &&
            is[i + 1].kind == VYI_TOKEN_NAME &&
            !strncmp(h->names.list.at[is[i + 1].name].text, prefix, sizeof prefix - 1))
            return i + 1;
    return i;
}

static vy_status check(struct head *h, const struct vyi_mega_kernel *k, size_t i)
{
    const vy_mega_handler *one = &k->handlers[i];
    struct vyi_sources sources = {0};
    struct vyi_report report = {.context = h->context, .sources = &sources};
    char name[VYI_MEGA_TEXT_NAME], wanted[256], fix[300];
    vyi_mega_text_name(k, i, name);
    snprintf(wanted, sizeof wanted, "fn %.63s(%s" HANDLER_ARGS, one->name,
             k->payload ? "opcode: u32, " : "");
    snprintf(fix, sizeof fix, "%s { … }", wanted);
    if (!vyi_lex_words(h->context, &h->arena, &h->names) || !split(h, wanted, &h->wanted) ||
        !split(h, one->text, &h->text))
        return VY_ERROR_MEMORY;
    uint32_t base = vyi_sources_add(h->context, &sources, name, one->text, strlen(one->text));
    const struct vyi_token *is = h->text.tokens.at, *program = is + find_program(h);
    const struct vyi_token *reserved = is + find_reserved(h);
    uint32_t at = find_function(h), wrong = 0;
    if (program->kind != VYI_TOKEN_END)
        vyi_report(&report, base + program->at, program->length, VYI_DIAG(MEGA_LIVE_HANDLER),
                   one->name, one->opcode, "its text is a program",
                   "delete the 'program' line: a handler's text holds 'use', const and fn alone");
    else if (reserved->kind != VYI_TOKEN_END)
        vyi_report(&report, base + reserved->at, reserved->length, VYI_DIAG(MEGA_LIVE_HANDLER),
                   one->name, one->opcode, "its text declares a name of the kernel's",
                   "choose a name that does not begin with mega_op");
    else if (is[at].kind == VYI_TOKEN_END)
        vyi_report(&report, base, 1, VYI_DIAG(MEGA_LIVE_HANDLER), one->name, one->opcode,
                   "its text has no function of that name", fix);
    else if ((wrong = differs(h, at)))
        vyi_report(&report, base + is[wrong].at, is[wrong].length, VYI_DIAG(MEGA_LIVE_HANDLER),
                   one->name, one->opcode, "its head is not that of a handler", fix);
    vy_status status = vyi_report_end(&report, VY_ERROR_PROGRAM);
    vyi_sources_free(h->context, &sources);
    return base ? status : VY_ERROR_MEMORY;
}

vy_status vyi_mega_check_heads(vy_context *c, const struct vyi_mega_kernel *k)
{
    vy_status status = VY_OK;
    for (size_t i = 0; !status && i < k->count; i++) {
        struct head h = {.context = c};
        status = check(&h, k, i);
        vyi_lex_free(c, &h.wanted);
        vyi_lex_free(c, &h.text);
        vyi_names_free(c, &h.names);
        vyi_arena_free(c, &h.arena);
    }
    return status;
}
