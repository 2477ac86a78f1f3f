// What comes out of a run, on the terminal.
#include "outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void shape_text(const struct bound *b, struct text *t)
{
    text_printf(t, "%s[", vy_type_name(b->info.elem));
    for (uint32_t axis = 0; axis < b->rank; axis++)
        text_printf(t, "%s%llu", axis ? ", " : "", (unsigned long long)b->sizes[axis]);
    text_add(t, "]", 1);
}

uint64_t output_checksum(const void *bytes, uint64_t count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

static void add_values(struct text *t, const struct bound *b, uint64_t from, uint64_t count)
{
    char value[VALUE_TEXT];
    for (uint64_t i = 0; i < count; i++) {
        value_text(b->info.elem, element_get(b->info.elem, b->memory, from + i), value);
        text_printf(t, "%s%s", i ? ", " : "", value);
    }
}

bool output_range(const struct bound *b, uint64_t *low, uint64_t *high)
{
    vy_type type = b->info.elem;
    uint64_t count = b->bytes / vy_type_bytes(type);
    bool any = false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = element_get(type, b->memory, i);
        double v = element_number(type, bits);
        if (v != v)
            continue;
        if (!any || element_less(type, bits, *low))
            *low = bits;
        if (!any || element_less(type, *high, bits))
            *high = bits;
        any = true;
    }
    return any;
}

/// "label  u32[8]  min 0  max 7  checksum …  0, 0, 0, 3, …"
void output_summary(const struct bound *b, int width)
{
    enum { FIRST = 8 };
    struct text t = {0};
    vy_type type = b->info.elem;
    uint64_t count = b->bytes / vy_type_bytes(type), low, high;
    char least[VALUE_TEXT], most[VALUE_TEXT];
    shape_text(b, &t);
    if (output_range(b, &low, &high)) {
        value_text(type, low, least);
        value_text(type, high, most);
        text_printf(&t, "  min %s  max %s", least, most);
    }
    text_printf(&t, "  checksum %016llx", (unsigned long long)output_checksum(b->memory, b->bytes));
    if (count)
        text_printf(&t, "  ");
    add_values(&t, b, 0, count < FIRST ? count : FIRST);
    printf("%-*s  %s%s\n", width, b->info.name, t.at, count > FIRST ? ", …" : "");
    text_free(&t);
}

/// One line, or one line a row where there are several axes.
void output_values(const struct bound *b, uint64_t most)
{
    uint64_t count = b->bytes / vy_type_bytes(b->info.elem),
             row = b->rank > 1 && b->sizes[0] ? count / b->sizes[0] : count,
             rows = b->rank > 1 ? b->sizes[0] : 1, shown = b->rank > 1 ? rows : count;
    if (shown > most)
        shown = most;
    struct text t = {0};
    if (b->rank == 1) {
        add_values(&t, b, 0, shown);
        printf("%s: %s%s\n", b->info.name, t.at ? t.at : "", shown < count ? ", …" : "");
    } else {
        printf("%s:\n", b->info.name);
        for (uint64_t i = 0; i < shown; i++) {
            t.count = 0;
            add_values(&t, b, i * row, row);
            printf("  %s\n", t.at ? t.at : "");
        }
        if (shown < rows)
            printf("  …\n");
    }
    text_free(&t);
}

bool output_option(const struct given *g, size_t *length, const char **file, uint64_t *most)
{
    char why[200];
    *length = strcspn(g->text, g->option == OPT_OUT ? "=" : ":");
    *file = g->text + *length + 1;
    *most = UINT64_MAX;
    if (g->option == OPT_OUT && (!g->text[*length] || !*length || !**file)) {
        print_error("--out %s: is not NAME=FILE", g->text);
        return false;
    }
    if (g->option == OPT_PRINT && g->text[*length] &&
        !value_parse(VY_TYPE_U64, *file, strlen(*file), most, why, sizeof why)) {
        print_error("--print %s: %s", g->text, why);
        return false;
    }
    return true;
}

// ---- the files ----
struct output_files {
    struct output_file {
        enum option option;
        const char *text; ///< of the option
        struct file_id id;
    } * at;
    size_t count;
};

static bool is_taken(const struct output_files *all, const struct output_file *f)
{
    struct stat st;
    if (!fstat(STDOUT_FILENO, &st) && S_ISREG(st.st_mode) && !*f->id.name &&
        st.st_dev == f->id.device && st.st_ino == f->id.number) {
        print_error("%s %s: stdout goes to the same file; one of the two would be lost",
                    option_name(f->option), f->text);
        return true;
    }
    for (size_t i = 0; i < all->count; i++)
        if (file_same(&all->at[i].id, &f->id)) {
            print_error("%s %s: is the same file as that of %s %s; one of the two would be lost",
                        option_name(f->option), f->text, option_name(all->at[i].option),
                        all->at[i].text);
            return true;
        }
    return false;
}

static int add_file(struct output_files *all, enum option option, const char *text,
                    const char *path)
{
    struct output_file f = {.option = option, .text = text};
    if (!path)
        return EXIT_DONE;
    if (!file_may_write(path))
        return EXIT_SYSTEM;
    if (!file_identify(path, &f.id))
        return EXIT_DONE;
    if (is_taken(all, &f))
        return EXIT_USAGE;
    all->at[all->count++] = f;
    return EXIT_DONE;
}

int output_files_check(const struct bindings *b, const char *trace, const char *plan)
{
    struct output_files all = {must_alloc((b->given_count + 2) * sizeof *all.at), 0};
    int code = EXIT_DONE;
    for (size_t i = 0; i < b->given_count && !code; i++) {
        const struct given *g = &b->given[i];
        const char *path;
        size_t length;
        uint64_t most;
        if (g->option == OPT_OUT)
            code = output_option(g, &length, &path, &most)
                       ? add_file(&all, g->option, g->text, path)
                       : EXIT_USAGE;
    }
    if (!code)
        code = add_file(&all, OPT_TRACE, trace, trace);
    if (!code)
        code = add_file(&all, OPT_PLAN, plan, plan);
    free(all.at);
    return code;
}
