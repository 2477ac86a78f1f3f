// The dispatch over opcodes, as text: what is built in, what handlers were given, and packed tasks,
// which run several ops one after the other. Classic programs and the live ring share it.
#include "mega/mega.h"

#include <stdio.h>
#include <stdlib.h>

// ---- one op ----
static const char built_in[] =
    "fn mega_run(op: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if op <= MEGA_OP_MEMCPY {\n"
    "        let a0 = args[0]\n"
    "        let a1 = args[1]\n"
    "        let a2 = args[2]\n"
    "        if op == MEGA_OP_NOP {\n"
    "            return MEGA_DONE, 0\n"
    "        } else if op == MEGA_OP_STORE_U32 {\n"
    "            let s, r = mega_store(a0, a1, obs)\n"
    "            return s, r\n"
    "        } else if op == MEGA_OP_ATOMIC_ADD {\n"
    "            let s, r = mega_add(a0, a1, obs)\n"
    "            return s, r\n"
    "        } else if op == MEGA_OP_LOAD_U32 {\n"
    "            let s, r = mega_load(a0, obs)\n"
    "            return s, r\n"
    "        } else if op == MEGA_OP_COMPARE_SWAP {\n"
    "            let s, r = mega_swap(a0, a1, a2, obs)\n"
    "            return s, r\n"
    "        }\n"
    "        let s, r = mega_copy(a0, a1, a2, obs)\n"
    "        return s, r\n";

/// A live slot that gives WAIT_IO waits like one that yields: there is no request to look at.
static void add_handler(struct vyi_text *t, const vy_mega_handler *h, bool live)
{
    const char *status = live ? "s == MEGA_WAIT_IO ? MEGA_YIELD : s" : "s";
    vyi_text_printf(t, "    } else if op == 0x%x {\n", h->opcode);
    if (h->width == VY_MEGA_WORKGROUP)
        vyi_text_printf(t, "        return MEGA_WIDE, 0\n");
    else
        vyi_text_printf(t,
                        "        let s, r = mega_op_%x(args, obs)\n"
                        "        let status, result = mega_checked(%s, r)\n"
                        "        return status, result\n",
                        h->opcode, status);
}

// ---- packed tasks ----
// Everything is checked before the first op runs, so that a task which is not formed as it must be
// has no effect at all; vyi_mega_packed_check() decides the same on the host.
static const char packed[] =
    "fn mega_pair(args: in atomic u32[], i: u32) -> u32 {\n"
    "    return args[(1 + i) / 2] >> (1 + i) % 2 * 16 & 0xffff\n"
    "}\n"
    "fn mega_task(opcode: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let packed = opcode == MEGA_OP_PACKED\n"
    "    var ops = 1\n"
    "    var words = MEGA_ARGS\n"
    "    var first = 0\n"
    "    if packed {\n"
    "        let head = args[0]\n"
    "        ops = head & 255\n"
    "        words = head >> 8 & 255\n"
    "        first = (2 * ops + 5) / 4\n"
    "        if ops == 0 || first + words > MEGA_ARGS { return MEGA_FAULT, MEGA_FAULT_PACKED }\n"
    "        for i in 0..ops {\n"
    "            let pair = mega_pair(args, i)\n"
    "            if !mega_packable(pair & 255) || pair >> 8 > words {\n"
    "                return MEGA_FAULT, MEGA_FAULT_PACKED | i + 1 << 16\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    var status = MEGA_DONE\n"
    "    var result = 0\n"
    "    for i in 0..ops {\n"
    "        var op = opcode\n"
    "        var from = 0\n"
    "        if packed {\n"
    "            let pair = mega_pair(args, i)\n"
    "            op = pair & 255\n"
    "            from = first + (pair >> 8)\n"
    "        }\n"
    "        let s, r = mega_run(op, args[from..first + words], obs)\n"
    "        status = s\n"
    "        result = r\n"
    "        if packed && status != MEGA_DONE {\n"
    "            let code = status == MEGA_FAULT ? result : MEGA_FAULT_STATUS\n"
    "            status = MEGA_FAULT\n"
    "            result = code | i + 1 << 16\n"
    "            break\n"
    "        }\n"
    "    }\n"
    "    return status, result\n"
    "}\n";

static void add_packable(struct vyi_text *t, const vy_mega_handler *handlers, size_t count,
                         bool workspace)
{
    vyi_text_printf(t, "fn mega_packable(op: u32) -> bool {\n"
                       "    var yes = false\n");
    for (uint32_t op = 0; op < 256; op++)
        if (vyi_mega_packable(handlers, count, workspace, op))
            vyi_text_printf(t, "    if op == %u { yes = true }\n", op);
    vyi_text_printf(t, "    return yes\n"
                       "}\n");
}

void vyi_mega_chain(struct vyi_text *t, const vy_mega_handler *handlers, size_t count,
                    const char *workspace, bool live)
{
    vyi_text_append(t, built_in, sizeof built_in - 1);
    if (workspace) // in 64 bits: what lies past 2^32 is past the end too
        vyi_text_printf(t,
                        "    } else if op == MEGA_OP_DFA_STEP {\n"
                        "        let at = u64(args[2]) + u64(args[0]) * 256 + u64(args[1])\n"
                        "        if at >= u64(len(%s)) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
                        "        return MEGA_DONE, %s[at]\n",
                        workspace, workspace);
    for (size_t i = 0; i < count; i++)
        add_handler(t, &handlers[i], live);
    vyi_text_printf(t, "    }\n"
                       "    return MEGA_FAULT, MEGA_FAULT_OPCODE\n"
                       "}\n");
    add_packable(t, handlers, count, workspace != NULL);
    vyi_text_append(t, packed, sizeof packed - 1);
}

// ---- files for `use` ----
// A text is used by a file that has a function mega_op_… for each of its handlers, and only that
// file by the program: `use` is not passed on, so that what a text declares for itself clashes
// neither with the program nor with other texts.

/// The first handler with the same text.
static size_t text_of(const vy_mega_handler *handlers, size_t i)
{
    size_t first = 0;
    while (handlers[first].text != handlers[i].text &&
           strcmp(handlers[first].text, handlers[i].text))
        first++;
    return first;
}

void vyi_mega_uses(struct vyi_text *t, const vy_mega_handler *handlers, size_t count)
{
    vyi_text_printf(t, "use \"mega.vy\"\n");
    for (size_t i = 0; i < count; i++)
        if (text_of(handlers, i) == i)
            vyi_text_printf(t, "use \"opcodes-%zu.vy\"\n", i);
}

/// The file between the program and the text of handler `i`. A payload is told the opcode too.
static void write_opcodes(struct vyi_text *t, const struct vyi_mega_texts *texts, size_t i)
{
    char name[VYI_MEGA_TEXT_NAME];
    vyi_mega_text_name(texts, i, name);
    vyi_text_printf(t, "use \"%s\"\n", name);
    for (size_t k = i; k < texts->count; k++)
        if (text_of(texts->handlers, k) == i)
            vyi_text_printf(
                t,
                "fn mega_op_%x(%s" VYI_MEGA_HANDLER_ARGS " {\n"
                "    let mega_s, mega_r = %s(%sargs, obs) // fn (%s" VYI_MEGA_HANDLER_ARGS "\n"
                "    return mega_s, mega_r\n"
                "}\n",
                texts->handlers[k].opcode, texts->payload ? "opcode: u32, " : "",
                texts->handlers[k].name, texts->payload ? "opcode, " : "",
                texts->payload ? "opcode: u32, " : "");
}

/// A copy as vy_use_fn wants it: from malloc, since the parser frees it with free.
static bool hand_out(const char *from, size_t length, char **text, size_t *size)
{
    *text = malloc(length + 1);
    if (!*text)
        return false;
    memcpy(*text, from, length);
    (*text)[length] = 0;
    *size = length;
    return true;
}

/// Everything that `use` may name.
struct files {
    const struct vyi_text *library;
    const struct vyi_mega_texts *texts;
    const struct vyi_text *opcodes; ///< by the first handler of each text
};

/// A file of the standard library; what lies elsewhere is the caller's to put into the text.
static bool find_standard(const char *path, char **text, size_t *size)
{
    enum { MOST = 1 << 20 };
    char folder[1024], full[2048];
    const char *library = getenv("VYRE_LIBRARY");
    if (path[0] == '/' || strstr(path, ".."))
        return false;
    if (!library || !*library) {
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

/// false: memory ran out.
static bool write_all_opcodes(vy_context *c, const struct vyi_mega_texts *texts,
                              struct vyi_text *opcodes)
{
    bool ok = opcodes != NULL;
    for (size_t i = 0; ok && i < texts->count; i++) {
        opcodes[i].context = c;
        if (text_of(texts->handlers, i) == i)
            write_opcodes(&opcodes[i], texts, i);
        ok = !opcodes[i].failed;
    }
    return ok;
}

/// The number in a path that is such a prefix, a number below `count` and ".vy".
static bool number_in(const char *path, const char *prefix, size_t count, size_t *number)
{
    size_t length = strlen(prefix);
    char *end = NULL;
    if (strncmp(path, prefix, length))
        return false;
    *number = strtoul(path + length, &end, 10);
    return end != path + length && !strcmp(end, ".vy") && *number < count;
}

static bool find(void *user, const char *from, const char *path, char **text, size_t *size)
{
    const struct files *files = user;
    const struct vyi_mega_texts *texts = files->texts;
    char name[VYI_MEGA_TEXT_NAME];
    size_t i;
    (void)from;
    if (!strcmp(path, "mega.vy"))
        return hand_out(files->library->at, files->library->count, text, size);
    const char *tail = strstr(path, "(opcode ");
    const unsigned long opcode = tail ? strtoul(tail + strlen("(opcode "), NULL, 16) : 0;
    for (i = 0; i < texts->count; i++) {
        if (!texts->payload && texts->handlers[i].opcode != opcode)
            continue;
        vyi_mega_text_name(texts, i, name);
        if (!strcmp(path, name))
            return hand_out(texts->handlers[i].text, strlen(texts->handlers[i].text), text, size);
    }
    if (number_in(path, "opcodes-", texts->count, &i) && files->opcodes[i].count)
        return hand_out(files->opcodes[i].at, files->opcodes[i].count, text, size);
    return find_standard(path, text, size);
}

/// Each text by itself, before the files that use it: those would repeat its errors as their own.
static vy_status parse_texts(vy_context *c, struct files *files)
{
    const struct vyi_mega_texts *texts = files->texts;
    char name[VYI_MEGA_TEXT_NAME];
    vy_status status = VY_OK;
    for (size_t i = 0; !status && i < texts->count; i++) {
        vy_program *alone = NULL;
        if (text_of(texts->handlers, i) != i)
            continue;
        vyi_mega_text_name(texts, i, name);
        status =
            vy_program_parse(c,
                             vy_parse_params(.text = texts->handlers[i].text, .name = name,
                                             .use = find, .use_user = files, .allow_library = true),
                             &alone);
        vy_program_destroy(&alone);
    }
    return status;
}

vy_status vyi_mega_parse(vy_context *c, const char *name, const struct vyi_text *text,
                         const struct vyi_mega_texts *texts, vy_program **program)
{
    struct vyi_text library = {.context = c};
    struct vyi_text *opcodes = vyi_calloc(c, texts->count + 1, sizeof *opcodes);
    struct files files = {&library, texts, opcodes};
    vyi_mega_library(&library);
    vy_status status = vyi_mega_check_heads(c, texts);
    const bool heads = !status;
    *program = NULL;
    if (heads)
        status = VY_ERROR_MEMORY;
    if (heads && !library.failed && !text->failed && write_all_opcodes(c, texts, opcodes))
        status = parse_texts(c, &files);
    if (!status)
        status = vy_program_parse(c,
                                  vy_parse_params(.text = text->at, .size = text->count,
                                                  .name = name, .use = find, .use_user = &files),
                                  program);
    if (!status)
        status = vy_program_verify(*program);
    if (status)
        vy_program_destroy(program);
    for (size_t i = 0; opcodes && i < texts->count; i++)
        vyi_text_free(&opcodes[i]);
    vyi_free(c, opcodes, (texts->count + 1) * sizeof *opcodes);
    vyi_text_free(&library);
    return status;
}
