// docs/ops.md is what the lists in src/ir say, and nothing else: this test prints the page from
// them and compares. With --update it writes the page instead.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/program.h"

struct pure_row {
    const char *name;
    unsigned number, arity;
    enum vyi_binds binds;
    const char *spelling, *rule, *classes, *flags, *meaning[3];
};
static const struct pure_row pure_rows[] = {
#define SEM(u, s, f) \
    {                \
#u, #s, #f   \
    }
#define OP(NAME, number, spelling, arity, BINDS, RULE, CLASSES, FLAGS, sem, ...) \
    {#NAME, number, arity, VYI_BINDS_##BINDS, spelling, #RULE, #CLASSES, #FLAGS, sem},
#include "ir/ops.def"
};

struct other_row {
    bool statement;
    const char *name;
    unsigned number;
    const char *spelling, *form, *imm, *flags;
};
static const struct other_row other_rows[] = {
#define EXPR(NAME, number, spelling, BINDS, FORM, IMM, FLAGS) \
    {false, #NAME, number, spelling, #FORM, #IMM, #FLAGS},
#define STMT(NAME, number, spelling, FORM, IMM, FLAGS) \
    {true, #NAME, number, spelling, #FORM, #IMM, #FLAGS},
#include "ir/ops.def"
};

struct word {
    const char *mark, *text;
};
static const struct word class_words[] = {{"NUM", "numbers"},    {"INT | BOOL", "integers, bool"},
                                          {"NUM | BOOL", "any"}, {"INT", "integers"},
                                          {"UINT", "u32, u64"},  {"FLOAT", "f32, f64"},
                                          {"BOOL", "bool"},      {NULL, NULL}};
static const struct word rule_words[] = {
    {"SAME", "the operands' type"},
    {"COMPARE", "bool"},
    {"SHIFT", "the first operand's type; the count is any integer"},
    {"TO_BITS", "u32 for f32, u64 for f64"},
    {"FROM_BITS", "f32 for u32, f64 for u64"},
    {NULL, NULL}};
static const struct word form_words[] = {{"LEAF", "none"}, {"FIX1", "1"},    {"FIX2", "2"},
                                         {"FIX3", "3"},    {"LIST", "list"}, {NULL, NULL}};
static const struct word imm_words[] = {{"IMM_NONE", ""},
                                        {"IMM_LITERAL", "its value"},
                                        {"IMM_LOCAL", "a local"},
                                        {"IMM_PARAM", "a param"},
                                        {"IMM_CONST", "a const"},
                                        {"IMM_ID", "an id"},
                                        {"IMM_BUFFER", "a buffer"},
                                        {"IMM_TABLE", "a table"},
                                        {"IMM_OP", "a pure op"},
                                        {"IMM_STRING", "a text"},
                                        {"IMM_LABEL", "a label"},
                                        {"IMM_COUNT", "how many"},
                                        {NULL, NULL}};

// A mark that the page has no word for fails the test rather than printing nonsense.
static const char *word(const struct word *words, const char *mark)
{
    for (; words->mark; words++) {
        if (!strcmp(words->mark, mark))
            return words->text;
    }
    fail_msg("docs/ops.md has no word for %s", mark);
    return "";
}

static void put_flags(FILE *f, const char *flags)
{
    if (!strcmp(flags, "0"))
        return;
    for (; *flags; flags++)
        fputc(*flags == '|' ? ',' : *flags >= 'A' && *flags <= 'Z' ? *flags + 32 : *flags, f);
}

// In a table | ends a cell, so it is written as an entity, which code spans need <code> for.
static void put_code(FILE *f, const char *text)
{
    fputs("<code>", f);
    for (; *text; text++) {
        if (*text == '|')
            fputs("&#124;", f);
        else if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '>')
            fputs("&gt;", f);
        else if (*text == '&')
            fputs("&amp;", f);
        else
            fputc(*text, f);
    }
    fputs("</code>", f);
}

static void put_written(FILE *f, const struct pure_row *row)
{
    char text[64];
    if (strstr(row->flags, "PREFIX"))
        snprintf(text, sizeof text, "%sa", row->spelling);
    else if (strstr(row->flags, "INFIX"))
        snprintf(text, sizeof text, "a %s b", row->spelling);
    else
        snprintf(text, sizeof text, "%s(%.*s)", row->spelling, (int)row->arity * 3 - 2, "a, b, c");
    put_code(f, text);
}

static void put_meaning(FILE *f, const struct pure_row *row)
{
    static const char *const column[3] = {"unsigned", "signed", "float"};
    const bool one = !strcmp(row->meaning[0], row->meaning[1]);
    const char *between = "";
    for (int k = 0; k < 3; k++) {
        if (!strcmp(row->meaning[k], "NO") || (k == 1 && one))
            continue;
        fprintf(f, "%s%s: ", between, k == 0 && one ? "integer" : column[k]);
        put_code(f, row->meaning[k]);
        between = "; ";
    }
}

static void put_pure(FILE *f)
{
    fputs(
        "## Pure operations\n\n"
        "The meaning is the C expression that the oracle and the folder run, over operands `a`, "
        "`b`, "
        "`c` of type `T`; `U` is its unsigned twin, `W` its width in bits. Bools use the unsigned "
        "column, with 0 and 1. The capitalised pieces are defined in `src/ir/sem.c`: `WRAP` "
        "computes in `U`, so that overflow wraps; `UDIV`, `SDIV`, `UREM`, `SREM` and `CEIL_DIV` "
        "divide with the values for 0 and MIN / -1 that the manual lists; `SHIFT_COUNT` takes the "
        "count modulo `W`; `FMIN` and `FMAX` let NaN lose and order -0 before +0; every float "
        "result that is a NaN is the one NaN.\n\n"
        "| written | name | number | operands | gives | commutes | meaning |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n",
        f);
    for (size_t i = 0; i < sizeof pure_rows / sizeof *pure_rows; i++) {
        const struct pure_row *row = &pure_rows[i];
        fputs("| ", f);
        put_written(f, row);
        fprintf(f, " | %s | %u | %s | %s | %s | ", row->name, row->number,
                word(class_words, row->classes), word(rule_words, row->rule),
                strstr(row->flags, "COMMUTES") ? "yes" : "");
        put_meaning(f, row);
        fputs(" |\n", f);
    }
}

static void put_others(FILE *f, bool statement)
{
    fprintf(f,
            "\n## %s\n\n| name | number | spelling | operands | refers to | properties |\n"
            "| --- | --- | --- | --- | --- | --- |\n",
            statement ? "Statements" : "Other expressions");
    for (size_t i = 0; i < sizeof other_rows / sizeof *other_rows; i++) {
        const struct other_row *row = &other_rows[i];
        if (row->statement != statement)
            continue;
        fprintf(f, "| %s | %u | ", row->name, row->number);
        if (*row->spelling)
            put_code(f, row->spelling);
        fprintf(f, " | %s | %s | ", word(form_words, row->form), word(imm_words, row->imm));
        put_flags(f, row->flags);
        fputs(" |\n", f);
    }
}

// The operators of one precedence: a first cell of the tables of precedence.
static void operators_of(enum vyi_binds binds, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "`");
    if (binds == VYI_BINDS_SELECT)
        used += (size_t)snprintf(out + used, size - used, "c ? x : y");
    for (unsigned op = 1, found = 0; op < VYI_OP_LIMIT && binds != VYI_BINDS_SELECT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        if (!info->kind || info->kind == VYI_KIND_STMT || info->binds != binds)
            continue;
        used += (size_t)snprintf(out + used, size - used, "%s", found++ ? " " : "");
        for (const char *c = info->spelling; *c; c++)
            used += (size_t)snprintf(out + used, size - used, "%s%c", *c == '|' ? "\\" : "", *c);
    }
    snprintf(out + used, size - used, "`%s", binds == VYI_BINDS_UNARY ? " before" : "");
}

static void put_precedence(FILE *f)
{
    fputs("\n## Precedence\n\nFrom loosest to tightest; operators of one row bind from left to "
          "right, "
          "and comparisons do not chain.\n\n| operators |\n| --- |\n",
          f);
    for (unsigned binds = VYI_BINDS_SELECT; binds <= VYI_BINDS_UNARY; binds++) {
        char cell[128];
        operators_of(binds, cell, sizeof cell);
        fprintf(f, "| %s |\n", cell);
    }
}

static void put_types(FILE *f)
{
    fputs(
        "\n## Types\n\n| type | number | bytes in memory | loads as |\n| --- | --- | --- | --- |\n",
        f);
    for (unsigned t = 1; t < VYI_TYPE_COUNT; t++)
        fprintf(f, "| %s | %u | %u | %s |\n", vyi_type_name((uint8_t)t), t,
                vyi_type_bytes((uint8_t)t), vyi_type_name(vyi_type_value((uint8_t)t)));
}

static char *make_page(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    fputs(
        "# Operations\n\n"
        "Made from `src/ir/ops.def` and `src/ir/types.def` by `tests/unit/test_ops_doc.c`; do not "
        "edit it, run that test with `--update`. The numbers are those of the wire form and never "
        "change.\n\n",
        f);
    put_pure(f);
    put_precedence(f);
    put_others(f, false);
    put_others(f, true);
    put_types(f);
    assert_int_equal(fclose(f), 0);
    return text;
}

static FILE *open_page(const char *name, const char *mode)
{
    char path[4096];
    const char *source = getenv("VYRE_SOURCE");
    snprintf(path, sizeof path, "%s/docs/%s", source ? source : ".", name);
    FILE *f = fopen(path, mode);
    if (!f)
        fail_msg("cannot open %s", path);
    return f;
}

static void page_is_current(void **state)
{
    (void)state;
    char *want = make_page();
    char *have = calloc(1, strlen(want) + 2);
    FILE *f = open_page("ops.md", "rb");
    const size_t size = fread(have, 1, strlen(want) + 1, f);
    fclose(f);
    if (size != strlen(want) || memcmp(have, want, size))
        fail_msg("docs/ops.md is not what ops.def says: run test_ops_doc --update");
    free(have);
    free(want);
}

// The manual's table of operators has the rows of the list, in its order.
static void manual_has_precedence(void **state)
{
    (void)state;
    FILE *f = open_page("language.md", "rb");
    char line[512], cell[128], row[160];
    unsigned binds = VYI_BINDS_SELECT;
    while (binds <= VYI_BINDS_UNARY && fgets(line, sizeof line, f)) {
        operators_of(binds, cell, sizeof cell);
        snprintf(row, sizeof row, "| %s |", cell);
        binds += !strncmp(line, row, strlen(row));
    }
    fclose(f);
    if (binds <= VYI_BINDS_UNARY)
        fail_msg("the operators of docs/language.md: no row '%s', or not in this place", row);
}

static void update_page(void **state)
{
    (void)state;
    char *page = make_page();
    FILE *f = open_page("ops.md", "wb");
    fputs(page, f);
    assert_int_equal(fclose(f), 0);
    free(page);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest compare[] = {cmocka_unit_test(page_is_current),
                                         cmocka_unit_test(manual_has_precedence)};
    const struct CMUnitTest update[] = {cmocka_unit_test(update_page)};
    if (argc == 2 && !strcmp(argv[1], "--update"))
        return cmocka_run_group_tests(update, NULL, NULL);
    return cmocka_run_group_tests(compare, NULL, NULL);
}
