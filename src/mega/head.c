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

/// The token in which a head differs from the one wanted; NULL: none. Arguments may have any names.
static const struct vyi_token *differs(const struct vyi_token *want, const struct vyi_token *is)
{
    for (; want->kind != VYI_TOKEN_END; want++, is++) {
        bool free_name = want->kind == VYI_TOKEN_NAME && want[1].kind == VYI_TOKEN_COLON;
        if (is->kind != want->kind || (!free_name && is->name != want->name))
            return is;
    }
    return NULL;
}

static vy_status check(struct head *h, const struct vyi_mega_kernel *k, size_t i)
{
    static const char prefix[] = "mega_op"; // of names that the kernel needs for itself
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
    const struct vyi_token *want = h->wanted.tokens.at, *is = h->text.tokens.at;
    const struct vyi_token *program = NULL, *reserved = NULL, *function = NULL, *at;
    for (at = is; at->kind != VYI_TOKEN_END; at++) {
        bool declares = at->kind == VYI_TOKEN_FN || at->kind == VYI_TOKEN_CONST;
        if (at->kind == VYI_TOKEN_PROGRAM && !program)
            program = at;
        if (declares && at[1].kind == VYI_TOKEN_NAME && !reserved &&
            !strncmp(h->names.list.at[at[1].name].text, prefix, sizeof prefix - 1))
            reserved = at + 1;
        if (at->kind == VYI_TOKEN_FN && at[1].name == want[1].name && !function)
            function = at;
    }
    const char *what = "its head is not that of a handler", *remedy = fix;
    at = program ? program : reserved ? reserved : function ? differs(want, function) : is;
    if (program) {
        what = "its text is a program";
        remedy = "delete the 'program' line: a handler's text holds 'use', const and fn alone";
    } else if (reserved) {
        what = "its text declares a name of the kernel's";
        remedy = "choose a name that does not begin with mega_op";
    } else if (!function) {
        what = "its text has no function of that name";
    }
    uint32_t base = vyi_sources_add(h->context, &sources, name, one->text, strlen(one->text));
    if (at)
        vyi_report(&report, base + (at == is && !function ? 0 : at->at),
                   at == is && !function ? 1 : at->length, VYI_DIAG(MEGA_LIVE_HANDLER), one->name,
                   one->opcode, what, remedy);
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
