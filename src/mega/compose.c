// A kernel from its parts: the texts of lib/mega, the branches of the dispatch over opcodes, and
// the texts of handlers. `use` finds them all here.
#include "ir/lex.h"
#include "mega/mega.h"

#include <stdio.h>
#include <stdlib.h>

// ---- heads of handlers ----
// The head of a handler's function is held against the one that the kernel calls before the kernel
// is parsed: what is wrong is reported in the handler's own text and not in the text that calls it.
#define HANDLER_ARGS "args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32"

/// How messages call the text of a handler: "handler 'f' (opcode 0x8)".
enum { TEXT_NAME = 120 };
static void text_name(const struct vyi_mega_kernel *k, size_t i, char name[TEXT_NAME])
{
    const vy_mega_handler *h = &k->handlers[i];
    if (k->payload)
        snprintf(name, TEXT_NAME, "payload '%.63s'", h->name);
    else
        snprintf(name, TEXT_NAME, "handler '%.63s' (opcode %#x)", h->name, h->opcode);
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
    char name[TEXT_NAME], wanted[256], fix[300];
    text_name(k, i, name);
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

/// Each text must have the function that its handler names, with a handler's head; reported in it.
static vy_status check_heads(vy_context *c, const struct vyi_mega_kernel *k)
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

// ---- texts with parts to fill in ----
void vyi_mega_fill(struct vyi_text *t, const char *text, const struct vyi_mega_swap *swaps,
                   size_t count)
{
    while (*text) {
        size_t i = 0;
        while (i < count && strncmp(text, swaps[i].from, strlen(swaps[i].from)))
            i++;
        if (i == count) {
            vyi_text_append(t, text++, 1);
            continue;
        }
        vyi_text_printf(t, "%s", swaps[i].text);
        text += strlen(swaps[i].from);
        const char *end = swaps[i].to ? strstr(text, swaps[i].to) : NULL;
        text = end ? end + strlen(swaps[i].to) : text;
    }
}

// ---- the dispatch over opcodes ----
/// dispatch.vy and handlers.vy pass the table of DFA_STEP on as `work`. There may be none, and its
/// elements may be atomic.
enum { TABLE_SWAPS = 2 };
static void swap_table(enum vyi_mega_table table, struct vyi_mega_swap swaps[TABLE_SWAPS])
{
    swaps[0] = (struct vyi_mega_swap){", work: in u32[]", NULL,
                                      table == VYI_MEGA_NO_TABLE ? ""
                                      : table == VYI_MEGA_TABLE  ? ", work: in u32[]"
                                                                 : ", work: in atomic u32[]"};
    swaps[1] = (struct vyi_mega_swap){", work", NULL, table ? ", work" : ""};
}

/// The first handler with the same text.
static size_t text_of(const vy_mega_handler *handlers, size_t i)
{
    size_t first = 0;
    while (handlers[first].text != handlers[i].text &&
           strcmp(handlers[first].text, handlers[i].text))
        first++;
    return first;
}

void vyi_mega_uses(struct vyi_text *t, const char *folder, const vy_mega_handler *handlers,
                   size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_of(handlers, i) == i)
            vyi_text_printf(t, "use \"%sopcodes-%zu.vy\"\n", folder, i);
}

/// In 64 bits: what lies past 2^32 is past the end too.
static const char dfa_step[] =
    " else if op == MEGA_OP_DFA_STEP {\n"
    "        let at = u64(args[2]) + u64(args[0]) * 256 + u64(args[1])\n"
    "        if at >= u64(len(work)) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
    "        return MEGA_DONE, work[at]\n"
    "    }";

/// WAIT_IO of a handler is a yield in a live ring, which has no request to wait for.
static void add_branch(struct vyi_text *t, const vy_mega_handler *h, bool live)
{
    vyi_text_printf(t, " else if op == 0x%x {\n", h->opcode);
    if (h->width == VY_MEGA_WORKGROUP)
        vyi_text_printf(t, "        return MEGA_WIDE, 0\n    }");
    else
        vyi_text_printf(t,
                        "        let s, r = mega_op_%x(args, obs)\n"
                        "        let status, result = mega_checked(%s, r)\n"
                        "        return status, result\n    }",
                        h->opcode, live ? "s == MEGA_WAIT_IO ? MEGA_YIELD : s" : "s");
}

static void write_handlers(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    enum { USES, BRANCHES, OPCODES, PARTS };
    static const char *const marks[PARTS] = {"use \"../mega.vy\"\n", " // + branches",
                                             "    // + opcodes\n"};
    struct vyi_text parts[PARTS];
    struct vyi_mega_swap swaps[PARTS + TABLE_SWAPS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = (struct vyi_text){.context = t->context};
    vyi_text_printf(&parts[USES], "%s", marks[USES]);
    vyi_mega_uses(&parts[USES], "../../", k->handlers, k->count);
    if (k->dfa_step)
        vyi_text_append(&parts[BRANCHES], dfa_step, sizeof dfa_step - 1);
    for (size_t i = 0; !k->payload && i < k->count; i++)
        add_branch(&parts[BRANCHES], &k->handlers[i], k->live);
    for (uint32_t op = VY_MEGA_OP_MEMCPY + 1; op < 256; op++)
        if (vyi_mega_packable(k->handlers, k->count, k->dfa_step, op))
            vyi_text_printf(&parts[OPCODES], "    if op == %u { yes = true }\n", op);
    swap_table(k->table, swaps + PARTS);
    for (int i = 0; i < PARTS; i++) {
        swaps[i] = (struct vyi_mega_swap){marks[i], NULL, parts[i].at ? parts[i].at : ""};
        t->failed |= parts[i].failed;
    }
    vyi_mega_fill(t, vyi_mega_text("mega/handlers.vy"), swaps, PARTS + TABLE_SWAPS);
    for (int i = 0; i < PARTS; i++)
        vyi_text_free(&parts[i]);
}

static void write_dispatch(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    struct vyi_mega_swap swaps[TABLE_SWAPS];
    swap_table(k->table, swaps);
    vyi_mega_fill(t, vyi_mega_text("mega/dispatch.vy"), swaps, TABLE_SWAPS);
}

/// The file between the kernel and the text of handler `i`: a function mega_op_… for each handler
/// of that text. `use` is not passed on, so that what a text declares clashes with nothing else. A
/// payload is passed the opcode too.
static void write_opcodes(struct vyi_text *t, const struct vyi_mega_kernel *k, size_t i)
{
    char name[TEXT_NAME];
    text_name(k, i, name);
    vyi_text_printf(t, "use \"%s\"\n", name);
    for (size_t at = i; at < k->count; at++)
        if (text_of(k->handlers, at) == i)
            vyi_text_printf(
                t,
                "fn mega_op_%x(%smega_op_args: in atomic u32[], mega_op_obs: inout atomic "
                "u32[]) -> u32, "
                "u32 {\n"
                "    let mega_op_s, mega_op_r = %s(%smega_op_args, mega_op_obs)\n"
                "    return mega_op_s, mega_op_r\n"
                "}\n",
                k->handlers[at].opcode, k->payload ? "mega_op_code: u32, " : "",
                k->handlers[at].name, k->payload ? "mega_op_code, " : "");
}

// ---- files for `use` ----
/// What the parser asks files of.
struct files {
    vy_context *context;
    const struct vyi_mega_kernel *kernel;
    bool failed; ///< memory ran out
};

/// A file of the standard library; what lies elsewhere is the caller's to put into the text.
static bool find_standard(const char *path, char **text, size_t *size)
{
    enum { MOST = 1 << 20 };
    char folder[1024], full[2048];
    const char *library = vyi_setting(VYI_SETTING_LIBRARY);
    if (path[0] == '/' || strstr(path, ".."))
        return false;
    if (!library) {
        if (!vyi_library_folder(folder, sizeof folder))
            return false;
        library = folder;
    }
    if (snprintf(full, sizeof full, "%s/%s", library, path) >= (int)sizeof full)
        return false;
    FILE *f = fopen(full, "rb");
    char *all = f ? malloc(MOST) : NULL;
    *size = all ? fread(all, 1, MOST, f) : 0;
    bool ok = all && !ferror(f) && *size < MOST;
    if (f)
        fclose(f);
    *text = ok ? all : NULL;
    if (!ok)
        free(all);
    return ok;
}

/// The text of a file that a kernel, or the file between it and a handler's text, names; NULL:
/// there is none. What is written for this kernel goes to `t`.
static const char *find_part(const struct vyi_mega_kernel *k, const char *path, struct vyi_text *t)
{
    const char *file = strrchr(path, '/');
    char name[TEXT_NAME];
    size_t number;
    file = file ? file + 1 : path;
    if (!strcmp(file, "ring_sizes.vy"))
        return k->sizes;
    if (!strcmp(file, "handlers.vy"))
        write_handlers(t, k);
    else if (!strcmp(file, "dispatch.vy"))
        write_dispatch(t, k);
    else if (sscanf(file, "opcodes-%zu.vy", &number) == 1 && number < k->count)
        write_opcodes(t, k, number);
    if (t->count || t->failed)
        return t->at;
    const char *tail = strstr(file, "(opcode ");
    const unsigned long opcode = tail ? strtoul(tail + strlen("(opcode "), NULL, 16) : 0;
    for (size_t i = 0; i < k->count; i++) {
        if (!k->payload && k->handlers[i].opcode != opcode)
            continue;
        text_name(k, i, name);
        if (!strcmp(file, name))
            return k->handlers[i].text;
    }
    snprintf(name, sizeof name, strcmp(file, "mega.vy") ? "mega/%.80s" : "%.80s", file);
    return vyi_mega_text(name);
}

/// What handlers' texts use is "mega.vy" and the standard library. The parser frees *text with
/// free.
static bool find(void *user, const char *from, const char *path, char **text, size_t *size)
{
    struct files *files = user;
    struct vyi_text t = {.context = files->context};
    bool foreign = !strncmp(from, "handler '", 9) || !strncmp(from, "payload '", 9);
    const char *part = !foreign                  ? find_part(files->kernel, path, &t)
                       : strcmp(path, "mega.vy") ? NULL
                                                 : vyi_mega_text(path);
    bool failed = t.failed;
    *text = part && !failed ? strdup(part) : NULL;
    *size = *text ? strlen(*text) : 0;
    files->failed |= failed || (part && !*text);
    vyi_text_free(&t);
    return *text || (!files->failed && find_standard(path, text, size));
}

// ---- the program ----
vy_status vyi_mega_parse(vy_context *c, const struct vyi_mega_kernel *k, vy_program **program)
{
    struct files files = {c, k, false};
    char name[TEXT_NAME];
    *program = NULL;
    vy_status status = check_heads(c, k);
    // Each text by itself, before the files that use it: those would repeat its errors as their
    // own.
    for (size_t i = 0; !status && i < k->count; i++) {
        vy_program *library = NULL;
        if (text_of(k->handlers, i) != i)
            continue;
        text_name(k, i, name);
        status =
            vy_program_parse(c,
                             vy_parse_params(.text = k->handlers[i].text, .name = name, .use = find,
                                             .use_user = &files, .allow_library = true),
                             &library);
        vy_program_destroy(&library);
    }
    if (!status)
        status = vy_program_parse(
            c, vy_parse_params(.text = k->text, .name = k->name, .use = find, .use_user = &files),
            program);
    if (!status)
        status = vy_program_verify(*program);
    if (status)
        vy_program_destroy(program);
    return files.failed ? VY_ERROR_MEMORY : status;
}
