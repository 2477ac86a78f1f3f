// Bytes to tokens, in one pass and without looking back.
#include "ir/lex.h"

#include "ir/program.h"
#include "ir/wire.h"

#include <stdio.h>
#include <stdlib.h>

// ---- what a byte can begin ----
enum { N, B, L, W, D, S, Q, A }; // nothing, blank, line end, word, digit, sign, quote, apostrophe
static const uint8_t class_of[256] = {
    N, N, N, N, N, N, N, N, N, B, L, N, N, B, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    B, S, Q, N, N, S, S, A, S, S, S, S, S, S, S, S, D, D, D, D, D, D, D, D, D, D, S, S, S, S, S, S,
    S, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, S, N, S, S, W,
    N, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, S, S, S, S, N,
};

static const char *const texts[VYI_TOKEN_KINDS] = {[VYI_TOKEN_END] = "the end of the file",
                                                   [VYI_TOKEN_NAME] = "a name",
                                                   [VYI_TOKEN_NUMBER] = "a number",
                                                   [VYI_TOKEN_CHAR] = "a character",
                                                   [VYI_TOKEN_STRING] = "a string",
#define SIGN(NAME, text) [VYI_TOKEN_##NAME] = text,
                                                   VYI_SIGNS(SIGN)
#undef SIGN
#define ROLE(NAME, number, text, ...) [VYI_TOKEN_##NAME] = text,
#include "ir/roles.def"
#define WORD(NAME, text) [VYI_TOKEN_##NAME] = text,
                                                       VYI_KEYWORDS(WORD)
#undef WORD
};

const char *vyi_token_text(uint32_t kind)
{
    return kind < VYI_TOKEN_KINDS && texts[kind] ? texts[kind] : "?";
}

void vyi_token_infix(uint8_t ops[VYI_TOKEN_KINDS])
{
    for (uint32_t k = 0; k < VYI_TOKEN_KINDS; k++)
        ops[k] = 0;
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        bool infix = info->arity == 2 && info->binds && info->binds < VYI_BINDS_UNARY;
        for (uint32_t k = VYI_TOKEN_STRING + 1; infix && k < VYI_TOKEN_WORDS; k++)
            if (texts[k] && info->spelling[0] == texts[k][0] && !strcmp(info->spelling, texts[k]))
                ops[k] = (uint8_t)op;
    }
}

bool vyi_lex_words(vy_context *c, struct vyi_arena *a, struct vyi_names *n)
{
    if (!vyi_index_reserve(c, &n->index, 2 * (VYI_TOKEN_KINDS - VYI_TOKEN_WORDS)) ||
        !vyi_vec_reserve(c, &n->list, 2 * (VYI_TOKEN_KINDS - VYI_TOKEN_WORDS)))
        return false;
    for (uint32_t kind = VYI_TOKEN_WORDS + 1; kind < VYI_TOKEN_KINDS; kind++)
        if (vyi_name_intern(c, a, n, texts[kind], strlen(texts[kind])) != kind - VYI_TOKEN_WORDS)
            return false;
    return true;
}

struct state {
    vy_context *context;
    struct vyi_report *report;
    struct vyi_arena *arena;
    struct vyi_names *names;
    struct vyi_lex *lex;
    const char *text;
    uint32_t i, size, line, lines; ///< lines: line ends since the last token or comment
    bool failed;
    uint8_t signs[128]; ///< token kinds of signs of one byte
};

static uint8_t at(const struct state *s, uint32_t i)
{
    return (uint8_t)s->text[i]; // the text ends with a zero, so one byte past the end is fine
}
static bool is_word(uint8_t c)
{
    return class_of[c] == W || class_of[c] == D;
}

static uint8_t line_flags(struct state *s)
{
    uint8_t flags =
        (uint8_t)((s->lines ? VYI_TOKEN_LINE : 0) | (s->lines > 1 ? VYI_TOKEN_BLANK : 0));
    s->lines = 0;
    return flags;
}

#define REPORT(s, at, length, ...) \
    vyi_report((s)->report, (s)->lex->base + (at), length, __VA_ARGS__)

static struct vyi_token *push(struct state *s, uint32_t kind, uint32_t start)
{
    uint32_t length = s->i - start;
    struct vyi_token token = {start, 0, (uint16_t)(length < UINT16_MAX ? length : UINT16_MAX),
                              (uint8_t)kind, line_flags(s)};
    if (s->lex->tokens.count >= VYI_MAX_TOKENS) {
        REPORT(s, start, 1, VYI_DIAG(TOKEN_LIMIT), (unsigned)VYI_MAX_TOKENS);
        s->i = s->size;
        return NULL;
    }
    if (!vyi_vec_push(s->context, &s->lex->tokens, token)) {
        s->failed = true;
        return NULL;
    }
    return &s->lex->tokens.at[s->lex->tokens.count - 1];
}

// ---- text in other alphabets: strings and comments ----
/// Steps over one byte of ASCII or one character; reports what is neither, once a text.
static void step_text(struct state *s, bool *reported)
{
    uint8_t c = at(s, s->i);
    if ((c >= 0x20 && c < 0x7f) || c == '\t') {
        s->i++;
        return;
    }
    uint32_t length = c < 0x80 ? 0 : vyi_utf8_length(s->text + s->i, s->size - s->i);
    if (!length && !*reported) {
        if (c < 0x80)
            REPORT(s, s->i, 1, VYI_DIAG(BAD_BYTE), c, "delete it");
        else
            REPORT(s, s->i, 1, VYI_DIAG(BAD_UTF8), c);
        *reported = true;
    }
    s->i += length ? length : 1;
}

static void comment(struct state *s)
{
    uint32_t start = s->i;
    bool reported = false;
    while (s->i < s->size && at(s, s->i) != '\n') {
        if (at(s, s->i) == '\r' && (at(s, s->i + 1) == '\n' || s->i + 1 == s->size))
            break;
        step_text(s, &reported);
    }
    uint32_t end = s->i;
    while (end > start + 2 && class_of[at(s, end - 1)] == B)
        end--;
    uint8_t mark = end - start > 2 ? at(s, start + 2) : 0;
    bool doc = mark == '/' && !(end - start > 3 && at(s, start + 3) == '/'); // ////: a plain rule
    struct vyi_comment one = {start,
                              end - start,
                              s->lex->tokens.count,
                              s->line,
                              doc           ? VYI_COMMENT_DOC
                              : mark == '!' ? VYI_COMMENT_TEST
                                            : VYI_COMMENT_PLAIN,
                              line_flags(s)};
    if (!vyi_vec_push(s->context, &s->lex->comments, one))
        s->failed = true;
}

static void block_comment(struct state *s)
{
    uint32_t start = s->i;
    REPORT(s, start, 2, VYI_DIAG(BLOCK_COMMENT));
    for (s->i += 2; s->i < s->size; s->i++) {
        if (at(s, s->i) == '\n')
            s->line++, s->lines++;
        if (at(s, s->i) == '*' && at(s, s->i + 1) == '/') {
            s->i += 2;
            return;
        }
    }
}

// ---- quoted things ----
/// The value of an escape at text[i] == '\\' and its bytes in *length; -1: unknown.
static int escape(const char *text, size_t left, size_t *length)
{
    static const char from[] = "ntr0\\'\"", to[] = "\n\t\r\0\\'\"";
    *length = 2;
    if (left < 2)
        return -1;
    if (text[1] == 'x') {
        unsigned value = 0;
        for (int k = 2; k < 4; k++) {
            char c = (size_t)k < left ? text[k] : 0;
            char low = (char)(c | 32);
            if (!(c >= '0' && c <= '9') && !(low >= 'a' && low <= 'f'))
                return -1;
            value = value * 16 + (unsigned)(c <= '9' ? c - '0' : low - 'a' + 10);
        }
        *length = 4;
        return (int)value;
    }
    const char *found = text[1] ? strchr(from, text[1]) : NULL;
    return found ? (unsigned char)to[found - from] : -1;
}

size_t vyi_lex_unescape(const char *token, size_t length, char *out)
{
    size_t count = 0, i = 1;
    char quote = length ? token[0] : 0;
    while (i < length && token[i] != quote) {
        size_t step = 1;
        int value =
            token[i] == '\\' ? escape(token + i, length - i, &step) : (unsigned char)token[i];
        if (value >= 0)
            out[count++] = (char)value;
        i += step;
    }
    return count;
}

/// What was meant by an escape that is none: another one of C's, or a backslash.
static const char *meant_escape(uint8_t c, char out[8])
{
    static const char others[] = "abefv";
    static const uint8_t values[] = {7, 8, 27, 12, 11};
    const char *found = strchr(others, c);
    if (c == 'x')
        snprintf(out, 8, "\\x41");
    else if (c && found)
        snprintf(out, 8, "\\x%02x", values[found - others]);
    else
        snprintf(out, 8, c == '?' ? "\\\\" : "\\\\%c", c);
    return out;
}

static void quoted(struct state *s, uint8_t quote, uint32_t kind)
{
    char fix[8];
    uint32_t start = s->i++, bytes = 0;
    bool bad = false, reported = false;
    while (s->i < s->size && at(s, s->i) != quote && at(s, s->i) != '\n' && at(s, s->i) != '\r') {
        bytes++;
        if (at(s, s->i) != '\\') {
            step_text(s, &reported);
            continue;
        }
        size_t length;
        if (escape(s->text + s->i, s->size - s->i, &length) < 0) {
            uint8_t c = at(s, s->i + 1);
            c = c > 32 && c < 127 ? c : '?';
            REPORT(s, s->i, 2, VYI_DIAG(BAD_ESCAPE), c, meant_escape(c, fix));
            c = at(s, s->i + 1);
            bad = true;
            length = c == '\n' || c == '\r' || s->i + 1 >= s->size ? 1 : 2;
        }
        s->i += (uint32_t)length;
    }
    bool open = s->i >= s->size || at(s, s->i) != quote;
    if (open && kind == VYI_TOKEN_STRING)
        REPORT(s, start, s->i - start, VYI_DIAG(OPEN_STRING));
    s->i += !open;
    if (s->i - start > VYI_MAX_STRING && kind == VYI_TOKEN_STRING && !open) {
        REPORT(s, start, 1, VYI_DIAG(TOO_LONG), "a string", s->i - start, (int)VYI_MAX_STRING,
               (int)VYI_MAX_STRING);
        bad = true;
    }
    bool whole = s->i - start == 3 || at(s, start + 1) == '\\'; // no UTF-8
    if (kind == VYI_TOKEN_CHAR && !bad && !reported && (open || bytes != 1 || !whole))
        REPORT(s, start, s->i - start, VYI_DIAG(BAD_CHAR));
    bad |= kind == VYI_TOKEN_CHAR && (bytes != 1 || !whole);
    struct vyi_token *token = push(s, kind, start);
    if (token && (bad || open || reported))
        token->flags |= VYI_TOKEN_BAD;
}

// ---- numbers ----
static uint32_t digits(struct state *s, uint32_t base)
{
    uint32_t count = 0;
    for (;; s->i++) {
        uint8_t c = at(s, s->i), low = c | 32;
        bool digit = base == 2 ? c == '0' || c == '1'
                               : class_of[c] == D || (base == 16 && low >= 'a' && low <= 'f');
        if (!digit && c != '_')
            return count;
        count += digit;
    }
}

/// What a suffix of C means here for an integer and for a float (1.5L is a double, 1.5u nothing);
/// NULL where it is none.
static const char *c_suffix(const char *text, size_t length, bool real)
{
    static const char *const map[][3] = {
        {"u", "u32", NULL},   {"U", "u32", NULL},   {"l", "i64", "f64"},  {"L", "i64", "f64"},
        {"ul", "u64", NULL},  {"UL", "u64", NULL},  {"ll", "i64", "f64"}, {"LL", "i64", "f64"},
        {"ull", "u64", NULL}, {"ULL", "u64", NULL}, {"f", "f32", "f32"},  {"F", "f32", "f32"},
        {"i", "i32", "f64"},  {"lf", "f64", "f64"}, {"d", "f64", "f64"},  {"h", "f32", "f32"}};
    for (size_t k = 0; k < sizeof map / sizeof *map; k++)
        if (strlen(map[k][0]) == length && !memcmp(map[k][0], text, length))
            return map[k][real ? 2 : 1];
    return NULL;
}

/// Bytes of the number so far, as far as a fix can show them.
static int short_length(const struct state *s, uint32_t start)
{
    return s->i - start < 48 ? (int)(s->i - start) : 0;
}

/// 017: decimal 17, or the 15 that C would read.
static const char *octal_fix(const char *text, char *out, size_t size)
{
    char *end;
    unsigned long octal = strtoul(text, &end, 8);
    size_t zeros = strspn(text, "0"), all = strspn(text, "0123456789");
    zeros -= zeros == all;
    if (end != text + all || all > 10)
        snprintf(out, size, "%.*s", (int)(all - zeros < 48 ? all - zeros : 48), text + zeros);
    else
        snprintf(out, size, "'%.*s' for the decimal number, '%lu' for the octal one",
                 (int)(all - zeros), text + zeros, octal);
    return out;
}

static void number(struct state *s)
{
    uint32_t start = s->i, found;
    uint8_t second = at(s, start + 1) | 32;
    uint8_t flags = 0;
    char whole[64];
    const char *why = NULL,
               *fix = "42, 0xff, 0b101, 1.0 or 1e-6, with a suffix such as u64 if wanted";
    uint32_t base = at(s, start) != '0' ? 10 : second == 'x' ? 16 : second == 'b' ? 2 : 10;
    if (base != 10)
        s->i += 2;
    found = digits(s, base);
    if (!found)
        why = at(s, start) == '.' ? "no digit stands before the point" : "no digits follow";
    if (base == 10) {
        bool octal = found > 1 && at(s, start) == '0';
        if (at(s, s->i) == '.' && class_of[at(s, s->i + 1)] == D) {
            s->i++;
            digits(s, 10);
            flags = VYI_TOKEN_REAL;
        } else if (at(s, s->i) == '.' && at(s, s->i + 1) != '.') {
            s->i++;
            why = "no digit follows the point";
            flags = VYI_TOKEN_REAL;
            snprintf(whole, sizeof whole, "%.*s0", short_length(s, start), s->text + start);
            fix = whole;
        }
        bool exponent = (at(s, s->i) | 32) == 'e'; // only then is there a byte behind it
        uint8_t sign = exponent ? at(s, s->i + 1) : 0;
        uint32_t skip = sign == '+' || sign == '-' ? 2 : 1;
        if (exponent && class_of[at(s, s->i + skip)] == D) {
            s->i += skip;
            digits(s, 10);
            flags = VYI_TOKEN_REAL;
        }
        if (octal && !flags && !why) {
            why = "a leading zero would mean octal in C";
            fix = octal_fix(s->text + start, whole, sizeof whole);
        }
    }
    uint32_t suffix = s->i;
    while (is_word(at(s, s->i)))
        s->i++;
    if (at(s, start) == '.') { // .5
        snprintf(whole, sizeof whole, "0%.*s", short_length(s, start), s->text + start);
        fix = whole;
    }
    uint8_t type = vyi_type_find(s->text + suffix, s->i - suffix);
    bool typed = vyi_type_class(type) & (flags ? VYI_CLASS_FLOAT : VYI_CLASS_NUM);
    struct vyi_token *token = push(s, VYI_TOKEN_NUMBER, start);
    if (!token)
        return;
    token->flags |= flags;
    if (!why && s->i > suffix && !typed) {
        const char *ours = c_suffix(s->text + suffix, s->i - suffix, flags);
        why = ours ? "that suffix is C's" : "its end is no suffix for it";
        snprintf(whole, sizeof whole, "%.*s%s", suffix - start < 48 ? (int)(suffix - start) : 0,
                 s->text + start, ours ? ours : "");
        fix = ours ? whole : fix;
    }
    if (!why && s->i - start > VYI_MAX_NUMBER)
        why = "it is longer than 400 bytes";
    if (!why)
        return;
    REPORT(s, start, token->length, VYI_DIAG(BAD_NUMBER), token->length < 40 ? token->length : 40,
           s->text + start, why, fix);
    token->flags |= VYI_TOKEN_BAD;
}

// ---- words and signs ----
static void word(struct state *s)
{
    uint32_t start = s->i;
    while (is_word(at(s, s->i)))
        s->i++;
    uint32_t length = s->i - start;
    if (length > VYI_MAX_NAME)
        REPORT(s, start, length, VYI_DIAG(TOO_LONG), "a name", length, (int)VYI_MAX_NAME,
               (int)VYI_MAX_NAME);
    uint32_t kept = length > VYI_MAX_NAME ? VYI_MAX_NAME : length;
    uint32_t name = vyi_name_intern(s->context, s->arena, s->names, s->text + start, kept);
    bool reserved = name < VYI_TOKEN_KINDS - VYI_TOKEN_WORDS;
    struct vyi_token *token = push(s, reserved ? VYI_TOKEN_WORDS + name : VYI_TOKEN_NAME, start);
    if (!name)
        s->failed = true;
    if (!token)
        return;
    token->name = name;
    token->flags |= kept != length ? VYI_TOKEN_BAD : 0;
}

/// Signs of one byte: those from NOT on, then those from INV on.
static const char signs[] = "!=<>+-*/%&|^~?:,;.@()[]{}";
#define T(NAME) VYI_TOKEN_##NAME
/// The same byte twice; 0: two signs.
static const uint8_t doubled[VYI_TOKEN_KINDS] = {
    [T(OR)] = T(LOR), [T(AND)] = T(LAND), [T(LT)] = T(SHL), [T(GT)] = T(SHR), [T(DOT)] = T(DOTS),
};
#undef T

/// .5 where a value is wanted; behind a name, a number or a closing sign the point means another.
static bool is_point(const struct state *s)
{
    uint8_t before = s->i ? at(s, s->i - 1) : ' ';
    return class_of[at(s, s->i + 1)] == D && before != '.' && before != ')' && before != ']' &&
           !is_word(before);
}

static void sign(struct state *s)
{
    uint32_t start = s->i++;
    uint8_t c = at(s, start), next = at(s, s->i);
    uint32_t kind = s->signs[c & 127];
    if (c == '-' && next == '>') {
        kind = VYI_TOKEN_ARROW;
        s->i++;
    } else if (next == c && doubled[kind]) {
        kind = doubled[kind];
        s->i++;
    }
    if (kind >= VYI_TOKEN_NOT && kind <= VYI_TOKEN_SHR && at(s, s->i) == '=') {
        kind += VYI_TOKEN_NE - VYI_TOKEN_NOT;
        s->i++;
    }
    push(s, kind, start);
}

/// Characters that word processors and keyboards put in place of signs. Where `kind` is not 0 the
/// sign is taken as meant, so that no further error follows.
static const struct likeness {
    char bytes[4], ours[4];
    uint8_t kind;
} likenesses[] = {
    {"\xe2\x80\x93", "-", VYI_TOKEN_SUB},
    {"\xe2\x80\x94", "-", VYI_TOKEN_SUB},
    {"\xe2\x88\x92", "-", VYI_TOKEN_SUB},
    {"\xc3\x97", "*", VYI_TOKEN_MUL},
    {"\xc2\xb7", "*", VYI_TOKEN_MUL},
    {"\xc3\xb7", "/", VYI_TOKEN_DIV},
    {"\xe2\x89\xa4", "<=", VYI_TOKEN_LE},
    {"\xe2\x89\xa5", ">=", VYI_TOKEN_GE},
    {"\xe2\x89\xa0", "!=", VYI_TOKEN_NE},
    {"\xe2\x80\xa6", "..", VYI_TOKEN_DOTS},
    {"\xe2\x80\x9c", "\"", 0},
    {"\xe2\x80\x9d", "\"", 0},
    {"\xe2\x80\x9e", "\"", 0},
    {"\xc2\xa0", " ", 0},
};

static void bad_bytes(struct state *s)
{
    uint32_t start = s->i;
    char fix[32];
    if (at(s, start) == '#') { // Python's comment, C's directive
        while (s->i < s->size && class_of[at(s, s->i)] != L)
            s->i++;
        REPORT(s, start, 1, VYI_DIAG(BAD_BYTE), '#',
               "begin a comment with '//'; 'use \"file.vy\"' includes a file, "
               "'const n = 1' defines a constant");
        return;
    }
    for (size_t k = 0; k < sizeof likenesses / sizeof *likenesses; k++) {
        const struct likeness *l = &likenesses[k];
        size_t length = strlen(l->bytes);
        if (s->size - start < length || memcmp(s->text + start, l->bytes, length))
            continue;
        s->i += (uint32_t)length;
        snprintf(fix, sizeof fix, l->ours[0] == ' ' ? "write a blank" : "write '%s'", l->ours);
        REPORT(s, start, (uint32_t)length, VYI_DIAG(BAD_BYTE), at(s, start), fix);
        if (l->kind)
            push(s, l->kind, start);
        return;
    }
    while (s->i < s->size && (class_of[at(s, s->i)] == N))
        s->i++;
    REPORT(s, start, s->i - start, VYI_DIAG(BAD_BYTE), at(s, start), "delete it");
}

static void token(struct state *s)
{
    uint8_t c = at(s, s->i);
    switch (class_of[c]) {
    case B: s->i++; break;
    case L: s->i++, s->line++, s->lines++; break;
    case W: word(s); break;
    case D: number(s); break;
    case Q: quoted(s, c, VYI_TOKEN_STRING); break;
    case A: quoted(s, c, VYI_TOKEN_CHAR); break;
    case S:
        if (c == '/' && at(s, s->i + 1) == '/')
            comment(s);
        else if (c == '/' && at(s, s->i + 1) == '*')
            block_comment(s);
        else if (c == '.' && is_point(s))
            number(s);
        else
            sign(s);
        break;
    default: bad_bytes(s);
    }
}

enum { BYTES_A_TOKEN = 3 }; ///< of a text, about

bool vyi_lex(vy_context *c, struct vyi_report *r, uint32_t base, const char *text, size_t size,
             struct vyi_arena *a, struct vyi_names *n, struct vyi_lex *lex)
{
    *lex = (struct vyi_lex){.text = text, .base = base};
    if (size > VYI_MAX_SOURCE) {
        vyi_report(r, base, 1, VYI_DIAG(SOURCE_LIMIT), ULL(size), (unsigned)VYI_MAX_SOURCE);
        size = 0;
    }
    lex->size = (uint32_t)size;
    struct state s = {c, r, a, n, lex, text, 0, (uint32_t)size, 1, 1, false, {0}};
    for (uint32_t k = 0; signs[k]; k++)
        s.signs[(uint8_t)signs[k]] =
            (uint8_t)(k < VYI_TOKEN_SHL - VYI_TOKEN_NOT
                          ? VYI_TOKEN_NOT + k
                          : VYI_TOKEN_INV + k - (VYI_TOKEN_SHL - VYI_TOKEN_NOT));
    if (!vyi_vec_reserve(c, &lex->tokens, size / BYTES_A_TOKEN + 1))
        return false;
    if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) // a byte order mark that some editors leave
        s.i = 3;
    while (s.i < s.size && !s.failed && !r->full)
        token(&s);
    struct vyi_token end = {.at = (uint32_t)size, .kind = VYI_TOKEN_END, .flags = line_flags(&s)};
    return vyi_vec_push(c, &lex->tokens, end) && !s.failed;
}

void vyi_lex_free(vy_context *c, struct vyi_lex *lex)
{
    vyi_vec_free(c, &lex->tokens);
    vyi_vec_free(c, &lex->comments);
}
