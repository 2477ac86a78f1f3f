// A kernel from its parts: the texts of lib/mega, the branches of the dispatch over opcodes, and
// the texts of handlers. `use` finds them all here.
#include "bytecode/bytecode.h"
#include "ir/program.h"
#include "mega/mega.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEXT_NAME = VYI_MEGA_TEXT_NAME };

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
/// elements may be atomic. What is bound by name follows it.
enum { TABLE_SWAPS = 2 };
struct table {
    struct vyi_text heads, calls;
};
static void swap_table(vy_context *c, const struct vyi_mega_kernel *k, struct table *t,
                       struct vyi_mega_swap swaps[TABLE_SWAPS])
{
    static const char *const heads[] = {"", ", work: in u32[]", ", work: in atomic u32[]"};
    *t = (struct table){{.context = c}, {.context = c}};
    vyi_text_printf(&t->heads, "%s", heads[k->table]);
    vyi_text_printf(&t->calls, "%s", k->table ? ", work" : "");
    vyi_mega_pass_names(&t->heads, k->names, true);
    vyi_mega_pass_names(&t->calls, k->names, false);
    swaps[0] = (struct vyi_mega_swap){heads[1], NULL, t->heads.at ? t->heads.at : ""};
    swaps[1] = (struct vyi_mega_swap){", work", NULL, t->calls.at ? t->calls.at : ""};
}

/// The texts go back; false: memory ran out.
static bool end_table(struct table *t)
{
    bool good = !t->heads.failed && !t->calls.failed;
    vyi_text_free(&t->heads);
    vyi_text_free(&t->calls);
    return good;
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

/// The further parameters of a handler: as its head declares them, or as they are passed.
static void put_names(struct vyi_text *t, const struct vyi_mega_kernel *k, size_t i, bool declare)
{
    const struct vyi_mega_head *head = k->heads ? &k->heads[i] : NULL;
    for (uint32_t n = 0; head && n < head->count; n++) {
        vyi_text_printf(t, ", mega_op_n%u%s", head->at[n], declare ? ": " : "");
        if (declare)
            vyi_mega_name_type(t, &k->names->at[head->at[n]], head->writes >> n & 1);
    }
}

/// `wide`: all invocations run the handler together; else one does, or gives MEGA_WIDE for it.
/// WAIT_IO of a handler that makes no requests is a yield in a live ring.
static void add_branch(struct vyi_text *t, const struct vyi_mega_kernel *k, size_t i, bool wide)
{
    const vy_mega_handler *h = &k->handlers[i];
    uint32_t needs = 0;
    for (uint32_t n = 0; k->heads && n < k->heads[i].count; n++)
        needs |= 1u << k->heads[i].at[n];
    bool asks = k->names && k->names->io && needs >> VYI_MEGA_IO & 1;
    vyi_text_printf(t, " else if op == 0x%x {\n", h->opcode);
    if (needs)
        vyi_text_printf(t,
                        "        if (mega_op_bound & 0x%x) != 0x%x {\n"
                        "            return MEGA_FAULT, MEGA_FAULT_UNBOUND\n        }\n",
                        needs, needs);
    if (h->width == VY_MEGA_WORKGROUP && !wide) {
        vyi_text_printf(t, "        return MEGA_WIDE, 0\n    }");
        return;
    }
    vyi_text_printf(t, "        let s, r = mega_op_%x(args, obs", h->opcode);
    put_names(t, k, i, false);
    vyi_text_printf(t, ")\n%s", asks ? "        if s == MEGA_WAIT_IO { return s, 0 }\n" : "");
    vyi_text_printf(t,
                    "        let status, result = mega_checked(%s, r)\n"
                    "        return status, result\n    }",
                    k->live ? "s == MEGA_WAIT_IO ? MEGA_YIELD : s" : "s");
}

static bool is_wide(const vy_mega_handler *h)
{
    return h->width == VY_MEGA_WORKGROUP;
}

static bool has_wide(const struct vyi_mega_kernel *k)
{
    size_t i = 0;
    while (i < k->count && !is_wide(&k->handlers[i]))
        i++;
    return i < k->count;
}

/// Whether a text has handlers of that width; `all`: no others.
static bool has_width(const struct vyi_mega_kernel *k, size_t text, bool wide, bool all)
{
    bool some = false, others = false;
    for (size_t i = text; i < k->count; i++) {
        some |= text_of(k->handlers, i) == text && is_wide(&k->handlers[i]) == wide;
        others |= text_of(k->handlers, i) == text && is_wide(&k->handlers[i]) != wide;
    }
    return some && !(all && others);
}

/// handlers.vy, or wide.vy with the handlers as wide as a workgroup.
static void write_handlers(struct vyi_text *t, const struct vyi_mega_kernel *k, bool wide)
{
    enum { USES, BRANCHES, OPCODES, PARTS };
    static const char *const marks[PARTS] = {"use \"../mega.vy\"\n", " // + branches",
                                             "    // + opcodes\n"};
    struct vyi_text parts[PARTS];
    struct table table;
    struct vyi_mega_swap swaps[PARTS + TABLE_SWAPS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = (struct vyi_text){.context = t->context};
    vyi_text_printf(&parts[USES], "%s", marks[USES]);
    for (size_t i = 0; i < k->count; i++) // a live kernel has those of other widths elsewhere
        if (text_of(k->handlers, i) == i && (!k->live || has_width(k, i, wide, false)))
            vyi_text_printf(&parts[USES], "use \"../../opcodes-%zu.vy\"\n", i);
    if (k->dfa_step && !wide)
        vyi_text_append(&parts[BRANCHES], dfa_step, sizeof dfa_step - 1);
    for (size_t i = 0; !k->payload && i < k->count; i++)
        if (!wide || is_wide(&k->handlers[i]))
            add_branch(&parts[BRANCHES], k, i, wide);
    for (uint32_t op = VY_MEGA_OP_MEMCPY + 1; !wide && op < 256; op++)
        if (vyi_mega_packable(k->handlers, k->count, k->dfa_step, op))
            vyi_text_printf(&parts[OPCODES], "    if op == %u { yes = true }\n", op);
    for (size_t i = 0; wide && i < k->count; i++)
        if (is_wide(&k->handlers[i]))
            vyi_text_printf(&parts[OPCODES], "    if op == 0x%x { yes = true }\n",
                            k->handlers[i].opcode);
    swap_table(t->context, k, &table, swaps + PARTS);
    for (int i = 0; i < PARTS; i++) {
        swaps[i] = (struct vyi_mega_swap){marks[i], NULL, parts[i].at ? parts[i].at : ""};
        t->failed |= parts[i].failed;
    }
    vyi_mega_fill(t, vyi_mega_text(wide ? "mega/wide.vy" : "mega/handlers.vy"), swaps,
                  PARTS + TABLE_SWAPS);
    t->failed |= !end_table(&table);
    for (int i = 0; i < PARTS; i++)
        vyi_text_free(&parts[i]);
}

static void write_dispatch(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    struct vyi_mega_swap swaps[TABLE_SWAPS];
    struct table table;
    swap_table(t->context, k, &table, swaps);
    vyi_mega_fill(t, vyi_mega_text("mega/dispatch.vy"), swaps, TABLE_SWAPS);
    t->failed |= !end_table(&table);
}

/// The file between the kernel and the text of handler `i`: a function mega_op_… for each handler
/// of that text. `use` is not passed on, so that what a text declares clashes with nothing else. A
/// payload is passed the opcode too.
static void write_opcodes(struct vyi_text *t, const struct vyi_mega_kernel *k, size_t i)
{
    char name[TEXT_NAME];
    vyi_mega_text_name(k, i, name);
    vyi_text_printf(t, "use \"%s\"\n", name);
    for (size_t at = i; at < k->count; at++) {
        if (text_of(k->handlers, at) != i)
            continue;
        vyi_text_printf(t,
                        "fn mega_op_%x(%smega_op_args: in atomic u32[], mega_op_obs: inout atomic "
                        "u32[]",
                        k->handlers[at].opcode, k->payload ? "mega_op_code: u32, " : "");
        put_names(t, k, at, true);
        vyi_text_printf(t,
                        ") -> u32, u32 {\n"
                        "    let mega_op_s, mega_op_r = %s(%smega_op_args, mega_op_obs",
                        k->handlers[at].name, k->payload ? "mega_op_code, " : "");
        put_names(t, k, at, false);
        vyi_text_printf(t, ")\n    return mega_op_s, mega_op_r\n}\n");
    }
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
    bool wide = !strcmp(file, "wide.vy");
    if (wide || !strcmp(file, "handlers.vy"))
        write_handlers(t, k, wide);
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
        vyi_mega_text_name(k, i, name);
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
/// The kernel's own text, with what is bound by name in place of its marks.
static void write_kernel(struct vyi_text *t, const struct vyi_mega_kernel *k)
{
    enum { WINDOWS, BOUND, TOGETHER, CALL, UNBOUND, ANNOUNCED, WITHDRAWN, PROGRAM, PARTS };
    static const char *const marks[PARTS] = {
        "// + windows\n", "// + bound\n",     "// + bound together\n", ", work)",
        "// + unbound\n", "// + announced\n", "// + withdrawn\n",      "// + program\n"};
    struct vyi_text parts[PARTS];
    struct vyi_mega_swap swaps[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = (struct vyi_text){.context = t->context};
    if (k->programs) {
        vyi_text_printf(&parts[WINDOWS], "%s", k->programs);
        vyi_text_printf(&parts[PROGRAM],
                        "let fault = byte_slot(at)\nif fault != 0 {\nstatus = MEGA_FAULT\n"
                        "result = fault == %u ? MEGA_FAULT_ROWS : MEGA_FAULT_HANDLER\n}\n",
                        (unsigned)VYI_BYTE_ROWS_LOST);
    }
    if (vyi_mega_names_used(k->names)) {
        vyi_mega_windows(&parts[WINDOWS], k->names);
        vyi_mega_bound(&parts[BOUND], k, false);
        vyi_mega_bound(&parts[TOGETHER], k, true);
        vyi_text_printf(&parts[UNBOUND], "ring_unbound()\n");
        if (k->announced)
            vyi_text_printf(&parts[WINDOWS], "shared bound_set : u64[BIND_SET]\n");
        vyi_mega_announced(&parts[ANNOUNCED], k);
        vyi_text_printf(&parts[WITHDRAWN],
                        "if mega_op_needs && k == 31 {\n"
                        "atomic_store(mirror[wid.x * RING_MIRROR_WORDS + MIRROR_BOUND], 0u64, "
                        "release, system)\n}\n");
    }
    vyi_text_printf(&parts[CALL], ", work");
    vyi_mega_pass_names(&parts[CALL], k->names, false);
    vyi_text_printf(&parts[CALL], ")");
    for (int i = 0; i < PARTS; i++) {
        swaps[i] = (struct vyi_mega_swap){marks[i], NULL, parts[i].at ? parts[i].at : ""};
        t->failed |= parts[i].failed;
    }
    vyi_mega_fill(t, k->text, swaps, PARTS);
    for (int i = 0; i < PARTS; i++)
        vyi_text_free(&parts[i]);
}

static vy_status parse(vy_context *c, const struct vyi_mega_kernel *k, vy_program **program)
{
    struct files files = {c, k, false};
    struct vyi_text text = {.context = c};
    char name[TEXT_NAME];
    vy_status status = vyi_mega_heads(c, k);
    // Each text by itself, before the files that use it: those would repeat its errors as their
    // own.
    for (size_t i = 0; !status && i < k->count; i++) {
        vy_program *library = NULL;
        if (text_of(k->handlers, i) != i)
            continue;
        vyi_mega_text_name(k, i, name);
        status = vyi_program_parse(
            c,
            vy_parse_params(.text = k->handlers[i].text, .name = name, .use = find,
                            .use_user = &files, .allow_library = true),
            k->live && has_width(k, i, true, true) ? VYI_PARSE_SHARED : 0, &library);
        vy_program_destroy(&library);
    }
    write_kernel(&text, k);
    if (!status && text.failed)
        status = VY_ERROR_MEMORY;
    if (!status)
        status = vyi_program_parse(
            c, vy_parse_params(.text = text.at, .name = k->name, .use = find, .use_user = &files),
            VYI_PARSE_OWN | (k->live ? VYI_PARSE_WINDOWS | VYI_PARSE_SHARED : 0), program);
    vyi_text_free(&text);
    if (!status && k->announced && has_wide(k))
        status = vyi_mega_report_asserts(*program);
    if (!status)
        status = vy_program_verify(*program);
    if (status)
        vy_program_destroy(program);
    return files.failed ? VY_ERROR_MEMORY : status;
}

vy_status vyi_mega_parse(vy_context *c, const struct vyi_mega_kernel *kernel, vy_program **program)
{
    struct vyi_mega_kernel k = *kernel;
    *program = NULL;
    k.heads = k.names ? vyi_calloc(c, k.count + 1, sizeof *k.heads) : NULL;
    vy_status status = k.names && !k.heads ? VY_ERROR_MEMORY : parse(c, &k, program);
    vyi_free(c, k.heads, (k.count + 1) * sizeof *k.heads);
    return status;
}
