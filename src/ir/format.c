// `vyre fmt`: lays the source out, with every comment.
//
// Line breaks inside of a statement and blocks on one line stay as the writer had them; what
// changes is indentation, blanks, where a statement begins, and columns: declarations that stand
// together get theirs, and comments behind code keep the column most of them had.
#include "ir/lex.h"

#include "vyre/ir.h"

/// A line of the result. Its code lies in the text of all codes.
struct line {
    size_t code;
    uint32_t length;
    uint32_t indent;     ///< in steps of four
    uint32_t comment;    ///< comment behind the code + 1; own: the line is nothing else
    uint32_t column;     ///< where that comment stood in the source, 0: not known
    uint32_t word, name; ///< columns of a declaration: lengths of its first two words
    uint32_t pad_word, pad_name;
    bool blank, own, decl, colon, opens;
};

struct format {
    vy_context *context;
    const struct vyi_lex *lex;
    const uint16_t *marks;
    struct vyi_text code, out;
    VYI_VEC(struct line) lines;
    struct line spare; ///< stands in where there is no line
    uint32_t depth;    ///< of blocks
    uint32_t one;      ///< open blocks that stay on their line
    uint32_t next_comment;
    bool open;  ///< the last line may be added to
    bool ended; ///< a comment ends it
    bool blank; ///< an empty line stood before what comes next
};

// ---- lines ----
static struct line *last_line(struct format *f)
{
    return f->lines.count ? &f->lines.at[f->lines.count - 1] : &f->spare;
}

static struct line *new_line(struct format *f, uint32_t indent, bool blank)
{
    bool after = f->lines.count && !last_line(f)->opens;
    struct line line = {.code = f->code.count, .indent = indent, .blank = blank && after};
    f->open = true;
    f->ended = false;
    if (!vyi_vec_push(f->context, &f->lines, line))
        f->out.failed = true;
    return last_line(f);
}

static void append(struct format *f, const char *text, size_t count)
{
    vyi_text_append(&f->code, text, count);
    last_line(f)->length += (uint32_t)count;
}

// ---- tokens ----
static bool opens(uint32_t k)
{
    return k == VYI_TOKEN_OPEN || k == VYI_TOKEN_OPEN_INDEX;
}

static uint32_t blanks_before(const struct format *f, uint32_t t, uint32_t before)
{
    const struct vyi_token *token = &f->lex->tokens.at[t], *left = &f->lex->tokens.at[before];
    switch (token->kind) {
    case VYI_TOKEN_COMMA:
    case VYI_TOKEN_CLOSE:
    case VYI_TOKEN_CLOSE_INDEX:
    case VYI_TOKEN_DOT:
    case VYI_TOKEN_DOTS: return 0;
    case VYI_TOKEN_CLOSE_BLOCK: return left->kind != VYI_TOKEN_OPEN_BLOCK;
    default: break;
    }
    if (f->marks[t] & VYI_MARK_TIGHT || f->marks[before] & VYI_MARK_UNARY || opens(left->kind) ||
        left->kind == VYI_TOKEN_DOT || left->kind == VYI_TOKEN_DOTS || left->kind == VYI_TOKEN_AT)
        return 0;
    if (f->marks[t] & VYI_MARK_KEEP && token->at > left->at + left->length)
        return token->at - left->at - left->length;
    return 1;
}

/// Whether the token begins a line, and how deep that line is.
static bool begins_line(const struct format *f, uint32_t t, uint32_t *indent)
{
    const struct vyi_token *token = &f->lex->tokens.at[t];
    uint16_t m = f->marks[t];
    bool close = token->kind == VYI_TOKEN_CLOSE_BLOCK, first = !f->open || f->ended;
    *indent = f->depth;
    if (close && !(m & VYI_MARK_ONE))
        return true;
    if (m & VYI_MARK_START)
        return first || !f->one;
    if (m & VYI_MARK_CHAIN || close)
        return first;
    bool closing = token->kind == VYI_TOKEN_CLOSE || token->kind == VYI_TOKEN_CLOSE_INDEX;
    *indent += !closing;
    return first || token->flags & VYI_TOKEN_LINE;
}

static void put_token(struct format *f, uint32_t t, uint32_t before)
{
    const struct vyi_token *token = &f->lex->tokens.at[t];
    uint16_t m = f->marks[t];
    bool wide = m & VYI_MARK_BLOCK && !(m & VYI_MARK_ONE), empty = false;
    if (wide && token->kind == VYI_TOKEN_CLOSE_BLOCK) {
        f->depth--;
        f->blank = false;
        empty = !f->ended && f->lex->tokens.at[before].kind == VYI_TOKEN_OPEN_BLOCK;
    }
    uint32_t indent;
    bool blank = f->blank || token->flags & VYI_TOKEN_BLANK;
    if (begins_line(f, t, &indent) && !empty)
        new_line(f, indent, m & VYI_MARK_START && blank)->decl = m & VYI_MARK_DECL;
    else
        for (uint32_t i = blanks_before(f, t, before); i; i--)
            append(f, " ", 1);
    append(f, f->lex->text + token->at, token->length);
    f->blank = false;
    struct line *line = last_line(f);
    line->opens = wide && token->kind == VYI_TOKEN_OPEN_BLOCK;
    f->depth += line->opens;
    if (m & VYI_MARK_ONE && token->kind == VYI_TOKEN_OPEN_BLOCK)
        f->one++;
    else if (m & VYI_MARK_ONE)
        f->one--;
    bool named = t && f->marks[t - 1] & VYI_MARK_TABLE;
    uint32_t word = named ? f->lex->tokens.at[t - 1].length : 0;
    if (named && line->length == word + 1 + token->length) {
        line->word = word;
        line->name = token->length;
    }
    if (t > 1 && f->marks[t - 2] & VYI_MARK_TABLE && line->word)
        line->colon = token->kind == VYI_TOKEN_COLON;
}

// ---- comments ----
/// The column of a comment behind code, 0 where a tab makes it a matter of opinion.
static uint32_t source_column(const struct format *f, uint32_t at)
{
    uint32_t column = 0;
    for (; at > column && f->lex->text[at - column - 1] != '\n'; column++)
        if (f->lex->text[at - column - 1] == '\t')
            return 0;
    return column;
}

static void put_comment(struct format *f, uint32_t index, uint32_t t)
{
    const struct vyi_comment *c = &f->lex->comments.at[index];
    struct line *line = last_line(f);
    if (!(c->flags & VYI_TOKEN_LINE) && f->open && !f->ended) {
        line->comment = index + 1;
        line->column = source_column(f, c->at);
        f->ended = true;
        return;
    }
    // inside of a statement it goes with the lines that carry on
    uint16_t m = f->marks[t];
    bool inside = !(m & (VYI_MARK_START | VYI_MARK_BLOCK | VYI_MARK_CHAIN)) &&
                  f->lex->tokens.at[t].kind != VYI_TOKEN_END && !(m & VYI_MARK_DROP);
    line = new_line(f, f->depth + inside, c->flags & VYI_TOKEN_BLANK || f->blank);
    f->blank = false;
    line->comment = index + 1;
    line->own = true;
    f->ended = true;
}

static void put_all(struct format *f)
{
    const struct vyi_lex *lex = f->lex;
    uint32_t before = 0;
    for (uint32_t t = 0; t < lex->tokens.count && !f->out.failed && !f->code.failed; t++) {
        while (f->next_comment < lex->comments.count &&
               lex->comments.at[f->next_comment].token == t)
            put_comment(f, f->next_comment++, t);
        if (lex->tokens.at[t].kind == VYI_TOKEN_END)
            break;
        if (f->marks[t] & VYI_MARK_DROP) {
            f->blank |= lex->tokens.at[t].flags & VYI_TOKEN_BLANK;
            continue;
        }
        put_token(f, t, before);
        before = t;
    }
}

// ---- columns ----
static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/// Declarations that stand together: words one below the other, names too. A const's name may be
/// longer than the others without moving them.
static void align_declarations(struct line *lines, uint32_t count)
{
    uint32_t word = 0, colon = 0, name = 0;
    for (uint32_t i = 0; i < count; i++) {
        word = larger(word, lines[i].word);
        colon = larger(colon, lines[i].colon ? lines[i].name : 0);
        name = larger(name, lines[i].name);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!lines[i].word)
            continue;
        lines[i].pad_word = word - lines[i].word;
        lines[i].pad_name = (lines[i].colon ? colon : name) - lines[i].name;
    }
}

static uint32_t width(const struct line *line)
{
    return 4 * line->indent + line->length + line->pad_word + line->pad_name;
}

/// The column that most comments of a group had; the leftmost of several, 0 for none.
static uint32_t usual_column(const struct line *lines, uint32_t count)
{
    uint32_t votes[256] = {0}, best = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lines[i].comment && !lines[i].own && lines[i].column < 256)
            votes[lines[i].column]++;
    for (uint32_t column = 1; column < 256; column++)
        if (votes[column] > (best ? votes[best] : 0))
            best = column;
    return best;
}

/// Comments of a group go to the column they mostly had if most codes end before it, else behind
/// the longest code. Both stay as they are when done again.
static void align_comments(struct line *lines, uint32_t count)
{
    uint32_t fits = 0, comments = 0, longest = 0, column = usual_column(lines, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!lines[i].comment || lines[i].own)
            continue;
        comments++;
        fits += width(&lines[i]) < column;
        longest = larger(longest, width(&lines[i]));
    }
    if (fits * 2 < comments || !column)
        column = longest + 2;
    for (uint32_t i = 0; i < count; i++)
        if (width(&lines[i]) < column)
            lines[i].column = column;
        else
            lines[i].column = larger(lines[i].column, width(&lines[i]) + 1);
}

static void align(struct format *f)
{
    struct line *lines = f->lines.at;
    for (uint32_t i = 0, k; i < f->lines.count; i = k) {
        k = i + 1;
        if (lines[i].decl) {
            while (k < f->lines.count && lines[k].decl && !lines[k].blank)
                k++;
            align_declarations(lines + i, k - i);
        } else if (lines[i].comment && !lines[i].own) {
            while (k < f->lines.count && lines[k].comment && !lines[k].own && !lines[k].decl &&
                   !lines[k].blank && lines[k].indent == lines[i].indent)
                k++;
        }
        align_comments(lines + i, k - i);
    }
}

// ---- the result ----
static void write_line(struct format *f, const struct line *line)
{
    const char *code = line->length ? f->code.at + line->code : "";
    uint32_t first = line->word, second = line->word ? line->name + 1 : 0;
    vyi_text_printf(&f->out, "%s%*s%.*s%*s%.*s%*s%.*s", line->blank ? "\n" : "",
                    (int)(4 * line->indent), "", (int)first, code, (int)line->pad_word, "",
                    (int)second, code + first, (int)line->pad_name, "",
                    (int)(line->length - first - second), code + first + second);
    if (line->comment) {
        const struct vyi_comment *c = &f->lex->comments.at[line->comment - 1];
        vyi_text_printf(&f->out, "%*s", line->own ? 0 : (int)(line->column - width(line)), "");
        vyi_text_append(&f->out, f->lex->text + c->at, c->length);
    }
    vyi_text_append(&f->out, "\n", 1);
}

/// Formats what was split into tokens; errors are in the report.
static void format_tokens(struct format *f, struct vyi_report *r)
{
    uint32_t count = f->lex->tokens.count;
    uint16_t *marks = vyi_calloc(f->context, count, sizeof *marks);
    f->marks = marks;
    f->out.failed = !marks;
    if (marks && !r->errors && vyi_format_shape(f->lex, r, marks)) {
        put_all(f);
        f->out.failed |= f->code.failed;
        align(f);
        for (uint32_t i = 0; i < f->lines.count && !f->out.failed; i++)
            write_line(f, &f->lines.at[i]);
    }
    vyi_free(f->context, marks, count * sizeof *marks);
}

vy_status vy_source_format(vy_context *context, const char *name, const char *text, size_t size,
                           char **formatted, size_t *formatted_size)
{
    struct vyi_sources sources = {0};
    struct vyi_arena arena = {0};
    struct vyi_names names = {0};
    struct vyi_lex lex = {0};
    struct vyi_report report = {.context = context, .sources = &sources};
    struct format f = {.context = context, .lex = &lex};
    f.code.context = f.out.context = context;
    if (formatted)
        *formatted = NULL;
    if (!context || !formatted || (!text && size))
        return VY_ERROR_ARGUMENT;
    uint32_t base =
        vyi_sources_add(context, &sources, name ? name : "program.vy", text ? text : "", size);
    if (!base || !vyi_lex_words(context, &arena, &names) ||
        !vyi_lex(context, &report, base, sources.list.at[0].text, size, &arena, &names, &lex))
        f.out.failed = true;
    else
        format_tokens(&f, &report);
    vyi_lex_free(context, &lex);
    vyi_text_free(&f.code);
    vyi_vec_free(context, &f.lines);
    vyi_names_free(context, &names);
    vyi_arena_free(context, &arena);
    bool failed = f.out.failed;
    vy_status status = vyi_report_end(&report, VY_ERROR_PROGRAM);
    vyi_sources_free(context, &sources);
    if (!failed && !status)
        return vyi_text_take(&f.out, formatted, formatted_size);
    vyi_text_free(&f.out);
    return failed ? VY_ERROR_MEMORY : status;
}
