// Text to program: the files, what a `use` brings in, and the calls that begin it all.
#include "ir/parse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

// ---- files ----
/// A file without a `program` line: others can use it if it holds only constants and functions.
static void without_program(struct parser *s)
{
    bool acts = s->files.at[0].acts;
    const char *file = s->files.at[0].name, *slash = strrchr(file, '/');
    file = slash ? slash + 1 : file;
    const char *name = vyi_parse_text(s, "%.*s", (int)strcspn(file, "."), file);
    s->p->library = s->params->allow_library && !acts;
    if (s->p->library)
        s->p->name = "library";
    else
        FAIL(s, s->base, 1, VYI_DIAG(DECL_SHAPE), "the file has no 'program' line",
             acts ? "" : ", so it can only be used by others", "",
             vyi_parse_text(s, "write 'program %s' as its first line",
                            vyi_name_valid(name) ? name : "my_name"));
}

/// A declaration behind a statement: declared all the same, so that its uses are no errors.
static void late_declaration(struct parser *s)
{
    struct frame *frame = s->frame;
    uint32_t start = s->t;
    vyi_parse_late(s);
    s->frame = NULL;
    vyi_parse_decl(s);
    s->frame = frame;
    if (s->panic)
        vyi_parse_sync(s);
    s->panic = s->panic && s->stop;
    vyi_parse_step(s, start);
}

static void declarations(struct parser *s)
{
    while (!s->stop &&
           (vyi_parse_is_decl(kind(s)) || kind(s) == VYI_TOKEN_SEMI || vyi_parse_is_window(s))) {
        uint32_t start = s->t;
        if (accept(s, VYI_TOKEN_SEMI))
            continue;
        vyi_parse_decl(s);
        if (s->panic && !s->stop) {
            // on to the next line that can begin something; what stands between belonged to the
            // broken one
            while (s->t == start || (kind(s) != VYI_TOKEN_END && kind(s) != VYI_TOKEN_OPEN_BLOCK &&
                                     !(tok(s)->flags & VYI_TOKEN_LINE && vyi_parse_begins(tok(s)))))
                next(s);
            s->panic = false;
        }
        vyi_parse_step(s, start);
    }
}

static void read_math(struct parser *s, uint32_t file);

/// Reads a file's declarations and, in the program's file, its statements.
static void read_file(struct parser *s, uint32_t file)
{
    s->place = (struct place){.lex = s->files.at[file].lex,
                              .base = s->files.at[file].lex->base,
                              .file = file,
                              .limit = UINT32_MAX,
                              .fn_limit = UINT32_MAX};
    read_math(s, file);
    declarations(s);
    bool bare = !s->files.at[file].acts && !s->files.at[file].is_program;
    for (uint32_t i = s->t; i < s->lex->tokens.count; i++)
        bare = bare && s->lex->tokens.at[i].kind != VYI_TOKEN_PROGRAM;
    if (!s->stop && kind(s) != VYI_TOKEN_END)
        s->files.at[file].acts = true;
    if (!file && bare &&
        s->files.at[file].acts) { // statements without declarations: one error is enough
        without_program(s);
        vyi_parse_stop(s);
    }
    if (file) {
        if (!s->stop && kind(s) != VYI_TOKEN_END && !s->files.at[file].is_program)
            FAIL_TOKEN(s, tok(s), VYI_DIAG(DECL_SHAPE),
                       "a file that is used holds only const and fn, no statements", "", "",
                       "put them into a function");
        return;
    }
    struct frame frame = {.number = ++s->frames};
    uint32_t pos = here(s), bindings = s->bindings.count;
    s->body.pos = pos;
    s->frame = &frame;
    vyi_parse_statements(s, false);
    while (!s->stop && kind(s) != VYI_TOKEN_END) {
        late_declaration(s);
        vyi_parse_statements(s, false);
    }
    vyi_parse_unbind(s, bindings);
    s->p->body = vyi_parse_seq(s, 0, pos);
    s->frame = NULL;
}

/// Room for what is known of each name; false when memory runs out.
static bool make_words(struct parser *s)
{
    uint32_t more = s->names.list.count - s->words.count;
    if (!vyi_vec_reserve(s->context, &s->words, more)) {
        vyi_parse_failed(s);
        return false;
    }
    memset(s->words.at + s->words.count, 0, more * sizeof *s->words.at);
    s->words.count += more;
    return true;
}

/// Adds a text as a file: its number, or UINT32_MAX when memory runs out.
static uint32_t add_file(struct parser *s, const char *name, const char *text, size_t size)
{
    struct file file = {.name = name, .open = true};
    uint32_t base = vyi_sources_add(s->context, &s->p->sources, name, text, size);
    file.lex = vyi_arena_alloc(s->context, &s->p->arena, sizeof *file.lex);
    if (!base || !file.lex || !vyi_vec_push(s->context, &s->files, file)) {
        vyi_parse_failed(s);
        return UINT32_MAX;
    }
    const struct vyi_source *source = &s->p->sources.list.at[s->p->sources.list.count - 1];
    s->spent.text += size;
    if (!vyi_lex(s->context, &s->report, base, source->text, source->size, &s->p->arena, &s->names,
                 file.lex))
        vyi_parse_failed(s);
    uint32_t nodes = file.lex->tokens.count / 2;
    if (!vyi_vec_reserve(s->context, &s->p->nodes, nodes) ||
        !vyi_vec_reserve(s->context, &s->p->pos, nodes))
        vyi_parse_failed(s);
    if (!make_words(s))
        return UINT32_MAX;
    return s->p->failed ? UINT32_MAX : s->files.count - 1;
}

// ---- functions that are known without `use` ----
/// Reads lib/math.vy, once, before a file that calls, or may pass to a function, something of the
/// name of one of its functions.
static void read_math(struct parser *s, uint32_t file)
{
    static const char names[] =
        " acos asin atan atan2 cbrt cos cosh cospi erf exp exp2 expm1 hypot "
        "log log10 log1p log2 pow sin sinh sinpi tan tanh ";
    const struct vyi_lex *lex = s->files.at[file].lex;
    bool wanted = false;
    char text[8];
    for (uint32_t i = 0; i + 1 < lex->tokens.count && !s->math && !wanted; i++) {
        const struct vyi_token *t = &lex->tokens.at[i];
        const char *name = spelling(s, t->name);
        bool used = t[1].kind == VYI_TOKEN_OPEN || t[1].kind == VYI_TOKEN_COMMA ||
                    t[1].kind == VYI_TOKEN_CLOSE;
        if (t->kind != VYI_TOKEN_NAME || !used || strlen(name) > 5)
            continue;
        snprintf(text, sizeof text, " %s ", name);
        wanted = strstr(names, text);
    }
    if (!wanted)
        return;
    struct place before = s->place;
    const char *math = vyi_library_file("math.vy");
    s->math = add_file(s, "math.vy", math, strlen(math));
    if (s->math != UINT32_MAX) {
        read_file(s, s->math);
        s->files.at[s->math].open = false;
    }
    vyi_parse_resume(s, &before);
}

// ---- use ----
enum { MAX_FILE = 256 << 20 }; // wire files may be larger than texts

enum { WHY = 160 };
#define READY "lib:" // before the name of a ready program, and of the files that it uses

/// Why the system refuses a file.
static void system_says(char why[WHY], int error, const char *what)
{
    if (error == ENOENT)
        snprintf(why, WHY, "there is no such file");
    else if (error == EISDIR)
        snprintf(why, WHY, "it is a folder");
    else
        snprintf(why, WHY, "it cannot be %s: %s", what, strerror(error));
}

/// The number of a file that was read, else UINT32_MAX.
static uint32_t find_file(const struct parser *s, const char *name)
{
    for (uint32_t i = 0; i < s->files.count; i++)
        if (!strcmp(s->files.at[i].name, name))
            return i;
    return UINT32_MAX;
}

/// Reads a whole file. False with `why` filled, or with `why` empty when memory ran out.
static bool read_whole(const char *path, struct vyi_text *text, char why[WHY])
{
    char chunk[16384];
    FILE *f = fopen(path, "rb");
    why[0] = 0;
    if (!f) {
        system_says(why, errno, "opened");
        return false;
    }
    for (size_t got = 1; got && !text->failed && !why[0];) {
        got = fread(chunk, 1, sizeof chunk, f);
        vyi_text_append(text, chunk, got);
        if (ferror(f))
            system_says(why, errno, "read");
        else if (text->count > MAX_FILE)
            snprintf(why, WHY, "it is larger than 256 MiB");
    }
    fclose(f);
    if (why[0])
        text->count = 0;
    return !text->failed && !why[0];
}

struct load {
    const char *name;     ///< in the arena; NULL: memory ran out
    bool ours;            ///< of the standard library
    struct vyi_text text; ///< empty and not terminated: a file of that name was read before
};

/// `path` as seen from the folder of `from`, without "./" and "x/../". In the arena.
static const char *join(struct parser *s, const char *from, size_t folder, const char *path)
{
    size_t length = strlen(path), count = 0;
    if (path[0] == '/')
        folder = 0;
    char *out = vyi_arena_alloc(s->context, &s->p->arena, folder + length + 2);
    if (!out)
        return NULL;
    memcpy(out, from, folder);
    count = folder;
    if (count && out[count - 1] != '/')
        out[count++] = '/';
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && path[end] != '/')
            end++;
        size_t part = end - i;
        bool back = part == 2 && !memcmp(path + i, "..", 2), stay = part == 1 && path[i] == '.';
        size_t cut = count ? count - 1 : 0; // the slash of the folder so far
        while (cut && out[cut - 1] != '/')
            cut--;
        bool climbs = back && count > 1 && strncmp(out + cut, "../", 3);
        if (climbs) {
            count = cut;
        } else if (!stay && (part || i == 0)) {
            memcpy(out + count, path + i, part);
            count += part;
            if (end < length)
                out[count++] = '/';
        }
        i = end + 1;
    }
    out[count] = 0;
    return out;
}

static size_t folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? (size_t)(slash - file) + 1 : 0;
}

static const char *from_callback(struct parser *s, const char *from, const char *path,
                                 struct load *load)
{
    load->name = join(s, from, folder_of(from), path);
    char *text = NULL;
    size_t size = 0;
    if (!load->name)
        return NULL;
    if (find_file(s, load->name) != UINT32_MAX)
        return NULL;
    if (!s->params->use(s->params->use_user, from, path, &text, &size) || !text) {
        free(text);
        return "the caller has no such file";
    }
    vyi_text_append(&load->text, text, size);
    free(text);
    load->name = load->text.failed ? NULL : load->name;
    return NULL;
}

static const char *try_file(struct parser *s, const char *name, struct load *load)
{
    char why[WHY] = "";
    struct stat st;
    load->name = name;
    if (name && find_file(s, name) != UINT32_MAX)
        return NULL;
    if (name && !stat(name, &st) && !S_ISREG(st.st_mode)) // a pipe would be waited for
        return "it is not a plain file";
    if (name && read_whole(name, &load->text, why))
        return NULL;
    const char *kept = why[0] ? vyi_arena_copy(s->context, &s->p->arena, why, strlen(why)) : NULL;
    if (!kept)
        load->name = NULL;
    return kept;
}

/// A file of the standard library as the library holds it; a ready program names it from where
/// programs stand.
static const char *embedded(struct parser *s, const char *path, struct load *load)
{
    path += strncmp(path, "../", 3) ? 0 : 3;
    const char *text = vyi_library_file(path);
    if (!text)
        return "there is no such file";
    load->name = vyi_parse_text(s, "%s%s", READY, path);
    load->ours = true;
    if (find_file(s, load->name) == UINT32_MAX)
        vyi_text_append(&load->text, text, strlen(text));
    if (load->text.failed)
        load->name = NULL;
    return NULL;
}

/// Finds the file of a `use`: NULL, or why there is none. Free the text either way.
static const char *find_used(struct parser *s, const char *path, struct load *load)
{
    const char *from = s->files.at[s->file].name;
    if (strlen(path) == 0)
        return "the path is empty";
    if (s->params->use)
        return from_callback(s, from, path, load);
    if (!strncmp(from, READY, strlen(READY)))
        return embedded(s, path, load);
    if (s->params->memory_only)
        return "this program comes from memory, and its caller allows no files";
    const char *why = try_file(s, join(s, from, folder_of(from), path), load);
    load->ours = s->files.at[s->file].ours;
    if (!why || path[0] == '/')
        return why;
    char installed[1024];
    const char *library =
        s->params->library ? s->params->library : vyi_setting(VYI_SETTING_LIBRARY);
    if (!library || !*library) {
        library = vyi_library_folder(installed, sizeof installed) ? installed : NULL;
    }
    load->ours = true;
    if (library && !try_file(s, join(s, library, strlen(library), path), load))
        return NULL;
    return embedded(s, path, load) ? why : NULL;
}

/// The name of what a file declares, in one that uses it as `space` (0: under its own name).
static uint32_t name_in(struct parser *s, uint32_t space, uint32_t name)
{
    if (!space)
        return name;
    char text[2 * VYI_MAX_NAME + 2];
    int length = snprintf(text, sizeof text, "%s.%s", spelling(s, space), spelling(s, name));
    uint32_t made = vyi_name_intern(s->context, &s->p->arena, &s->names, text, (size_t)length);
    if (!made)
        vyi_parse_failed(s);
    return made && make_words(s) ? made : 0;
}

/// Makes what a file declares itself visible in the current one.
static void import(struct parser *s, uint32_t from, const struct vyi_token *t, uint32_t space)
{
    uint32_t bindings = s->bindings.count, functions = s->functions.count;
    struct vyi_token name = *t;
    for (uint32_t i = 1; i < bindings && !s->stop; i++) {
        struct binding b = s->bindings.at[i];
        if (b.file != from || b.imported || b.frame || b.kind == BIND_SPACE)
            continue;
        name.name = name_in(s, space, b.name);
        vyi_parse_bind(s, &name, b.kind, b.x);
        if (s->bindings.count > bindings)
            s->bindings.at[s->bindings.count - 1].imported = true;
    }
    for (uint32_t i = 1; i < functions && !s->stop; i++) {
        struct function f = s->functions.at[i];
        if (f.file != from || f.home != from)
            continue;
        f.name = name_in(s, space, f.name);
        vyi_parse_bind_fn(s, t, f);
    }
}

/// From here on, SPACE.NAME is one word.
static void join_names(struct parser *s, uint32_t space)
{
    struct vyi_lex *lex = s->files.at[s->file].lex;
    uint32_t c = 0, to = s->t;
    for (uint32_t i = s->t; i < lex->tokens.count; i++, to++) {
        struct vyi_token t = lex->tokens.at[i];
        const struct vyi_token *field = &lex->tokens.at[i + 2 < lex->tokens.count ? i + 2 : i];
        bool joined = t.name == space && field[-1].kind == VYI_TOKEN_DOT &&
                      field->kind == VYI_TOKEN_NAME && field != &lex->tokens.at[i];
        if (joined) {
            t.name = name_in(s, space, field->name);
            t.length = (uint16_t)(field->at + field->length - t.at);
            i += 2;
        }
        for (; c < lex->comments.count && lex->comments.at[c].token <= i; c++)
            if (lex->comments.at[c].token >= s->t)
                lex->comments.at[c].token = to;
        lex->tokens.at[to] = t;
    }
    lex->tokens.count = to;
}

/// Reads a file that was not read before; its number or UINT32_MAX.
static uint32_t read_used(struct parser *s, const struct vyi_token *t, const struct load *load)
{
    uint32_t pos = pos_of(s, t);
    if (s->files.count >= PARSE_MAX_FILES || s->spent.text + load->text.count > PARSE_MAX_TEXT) {
        FAIL(s, pos, t->length, VYI_DIAG(USE_LIMIT), (int)PARSE_MAX_FILES, PARSE_MAX_TEXT >> 20);
        return UINT32_MAX;
    }
    uint32_t errors = s->report.errors;
    uint32_t file = add_file(s, load->name, load->text.at, load->text.count);
    if (file == UINT32_MAX)
        return file;
    s->files.at[file].ours = load->ours;
    struct place before = s->place;
    read_file(s, file);
    vyi_parse_resume(s, &before);
    s->files.at[file].open = false;
    if (s->files.at[file].is_program && s->report.errors == errors)
        FAIL(s, pos, t->length, VYI_DIAG(USE_PROGRAM), load->name);
    return file;
}

/// ["as" NAME]: the name, or 0 where there is none.
static uint32_t use_space(struct parser *s)
{
    uint32_t errors = s->report.errors;
    if (kind(s) != VYI_TOKEN_NAME || strcmp(spelling(s, tok(s)->name), "as"))
        return 0;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the file");
    if (!t)
        return 0;
    vyi_parse_bind(s, t, BIND_SPACE, 0);
    s->use_failed |= s->report.errors != errors;
    join_names(s, t->name);
    return t->name;
}

/// A file with the name of one of the library's may want that one.
static void used_in_a_circle(struct parser *s, const struct vyi_token *t, const struct load *load)
{
    const char *own = load->name + folder_of(load->name);
    bool hides = !load->ours && vyi_library_file(own);
    FAIL(s, pos_of(s, t), t->length, VYI_DIAG(USE_CYCLE), load->name,
         hides ? "it hides the library's file of that name" : "files use each other in a circle",
         hides ? vyi_parse_text(s, "give this file another name than %s", own)
               : "move what both need to a third file");
}

void vyi_parse_use(struct parser *s)
{
    char path[256];
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_STRING, "a path in double quotes") ||
        t->flags & VYI_TOKEN_BAD)
        return;
    if (t->length >= sizeof path) {
        FAIL(s, pos, t->length, VYI_DIAG(USE_MISSING), "that path", "it is longer than 250 bytes");
        return;
    }
    path[vyi_lex_unescape(s->lex->text + t->at, t->length, path)] = 0;
    uint32_t errors = s->report.errors, space = use_space(s);
    if (s->report.errors != errors)
        return;
    struct load load = {.text = {.context = s->context}};
    const char *why = find_used(s, path, &load);
    uint32_t file = why || !load.name ? UINT32_MAX : find_file(s, load.name);
    if (why) {
        FAIL(s, pos, t->length, VYI_DIAG(USE_MISSING), path, why);
    } else if (!load.name) {
        vyi_parse_failed(s);
    } else if (file == UINT32_MAX) {
        file = read_used(s, t, &load);
    } else if (s->files.at[file].open) {
        used_in_a_circle(s, t, &load);
        file = UINT32_MAX;
    }
    vyi_text_free(&load.text);
    s->use_failed |= file == UINT32_MAX;
    if (file == UINT32_MAX || s->stop)
        return;
    for (uint32_t i = 0; i < s->imports.count && !space; i++)
        if (s->imports.at[i] == ((uint64_t)s->file << 32 | file))
            return; // used twice
    if (!space)
        KEEP(s, &s->imports, (uint64_t)s->file << 32 | file);
    import(s, file, t, space);
}

// ---- the whole ----
static void keep_tests(struct parser *s)
{
    const struct vyi_lex *lex = s->files.at[0].lex;
    for (uint32_t i = 0; i < lex->comments.count; i++) {
        const struct vyi_comment *c = &lex->comments.at[i];
        uint32_t length;
        if (c->kind != VYI_COMMENT_TEST || !(c->flags & VYI_TOKEN_LINE))
            continue;
        const char *from = vyi_parse_remark(lex, c, &length);
        struct vyi_test test = {vyi_arena_copy(s->context, &s->p->arena, from, length), c->line};
        KEEP(s, &s->p->tests, test);
        s->p->failed |= !test.text;
    }
}

static bool begin(struct parser *s)
{
    struct binding no_binding = {0};
    struct function no_function = {0};
    s->report = (struct vyi_report){.context = s->context, .sources = &s->p->sources};
    vyi_token_infix(s->infix);
    return vyi_lex_words(s->context, &s->p->arena, &s->names) &&
           vyi_vec_push(s->context, &s->bindings, no_binding) &&
           vyi_vec_push(s->context, &s->functions, no_function);
}

static void free_parser(struct parser *s)
{
    for (uint32_t i = 0; i < s->files.count; i++)
        vyi_lex_free(s->context, s->files.at[i].lex);
    vyi_names_free(s->context, &s->names);
#define LIST(list) vyi_vec_free(s->context, &s->list);
    LIST(words)
    LIST(files)
    LIST(bindings)
    LIST(functions)
    LIST(args)
    LIST(values) LIST(stores) LIST(stack) LIST(stmts) LIST(chain) LIST(imports) LIST(memories)
#undef LIST
}

static void parse_all(struct parser *s, const char *name, size_t size)
{
    const char *copy = vyi_arena_copy(s->context, &s->p->arena, name, strlen(name));
    if (!copy || !begin(s)) {
        s->p->failed = true;
        return;
    }
    if (add_file(s, copy, s->params->text, size) == UINT32_MAX)
        return;
    read_file(s, 0);
    vyi_parse_memory_bindings(s);
    if (!s->stop && !s->files.at[0].is_program)
        without_program(s);
    keep_tests(s);
}

vy_status vyi_program_parse(vy_context *context, const vy_parse_params *params, uint32_t allowed,
                            vy_program **program)
{
    if (program)
        *program = NULL;
    vy_parse_params filled = vy_parse_defaults();
    if (!context || !params || !program)
        return VY_ERROR_ARGUMENT;
    vy_status status = vyi_params_read(context, vy_parse_params, params, &filled);
    if (status)
        return status;
    if (!filled.text)
        return VY_ERROR_ARGUMENT;
    struct parser *s = vyi_calloc(context, 1, sizeof *s);
    vy_program *p = s ? vyi_program_new(context) : NULL;
    if (!p) {
        vyi_free(context, s, sizeof *s);
        return vyi_refuse(context, VY_ERROR_MEMORY, VYI_DIAG(MEMORY));
    }
    s->context = context;
    s->p = p;
    s->params = &filled;
    s->allowed = allowed;
    struct vyi_fp fp;
    vyi_fp_enter(&fp); // literals and constants are computed while the text is read
    parse_all(s, filled.name ? filled.name : "program.vy",
              filled.size ? filled.size : strlen(filled.text));
    vyi_fp_leave(&fp);
    bool memory = p->failed && !s->too_large;
    status = vyi_report_end(&s->report, VY_ERROR_PROGRAM);
    free_parser(s);
    vyi_free(context, s, sizeof *s);
    if (memory)
        status = vyi_refuse(context, VY_ERROR_MEMORY, VYI_DIAG(MEMORY));
    if (status)
        vy_program_destroy(&p);
    *program = p;
    return status;
}

vy_status vy_program_parse(vy_context *context, const vy_parse_params *params, vy_program **program)
{
    return vyi_program_parse(context, params, 0, program);
}

vy_status vy_program_load(vy_context *context, const char *path, vy_program **program)
{
    if (program)
        *program = NULL;
    if (!context || !path || !program)
        return VY_ERROR_ARGUMENT;
    struct vyi_text text = {.context = context};
    char why[WHY];
    vy_status status;
    if (!strncmp(path, READY, strlen(READY))) {
        const char *ready = vyi_library_program(path + strlen(READY));
        if (ready)
            return vy_program_parse(context, vy_parse_params(.text = ready, .name = path), program);
        return vyi_refuse(context, VY_ERROR_IO, VYI_DIAG(FILE_UNREADABLE), path,
                          "there is no such ready program; 'vyre lib' lists them");
    }
    if (!read_whole(path, &text, why)) {
        status = why[0] ? VY_ERROR_IO : VY_ERROR_MEMORY;
        if (why[0])
            vyi_complain(context, VYI_DIAG(FILE_UNREADABLE), path, why);
        else
            vyi_complain(context, VYI_DIAG(MEMORY));
    } else if (text.count >= 4 && !memcmp(text.at, "VIR0", 4)) {
        status = vy_program_decode(context, text.at, text.count, program);
    } else {
        status = vy_program_parse(
            context, vy_parse_params(.text = text.at, .size = text.count, .name = path), program);
    }
    vyi_text_free(&text);
    return status;
}
