// Tokens that are expected, errors in the shape of the text, habits of other languages, and docs.
#include "ir/parse.h"

#include <stdio.h>

const char *vyi_parse_text(struct parser *s, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = vyi_arena_alloc(s->context, &s->p->arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    else
        s->p->failed = true;
    va_end(again);
    va_end(args);
    return text ? text : "";
}

void vyi_parse_declared(struct parser *s, uint32_t pos, const char *name)
{
    vyi_report_note(&s->report, pos, (uint32_t)strlen(name), "'%s' is declared here", name);
}

void vyi_parse_wrong_count(struct parser *s, const struct vyi_token *t, uint32_t wanted,
                           uint32_t given, const char *fix)
{
    FAIL(s, pos_of(s, t), s->end - pos_of(s, t), VYI_DIAG(CALL_ARGS), spelling(s, t->name),
         (unsigned)wanted, wanted == 1 ? "argument" : "arguments", (unsigned)given, fix);
}

void vyi_parse_stop(struct parser *s)
{
    s->stop = true;
    s->panic = true;
    s->t = s->lex ? s->lex->tokens.count - 1 : 0;
}

void vyi_parse_resume(struct parser *s, const struct place *to)
{
    s->place = *to;
    if (s->stop)
        s->t = s->lex->tokens.count - 1;
}

void vyi_parse_step(struct parser *s, uint32_t start)
{
    if (s->t == start)
        next(s);
    if (s->report.full)
        vyi_parse_stop(s);
}

void vyi_parse_failed(struct parser *s)
{
    if (s->p->nodes.count > VYI_MAX_NODES && !s->stop) {
        FAIL(s, here(s), 1, VYI_DIAG(NODE_COUNT), (int)VYI_MAX_NODES);
        s->too_large = true;
    }
    s->p->failed = true;
    vyi_parse_stop(s);
}

bool vyi_parse_expect(struct parser *s, uint32_t k, const char *where)
{
    const struct vyi_token *t = tok(s);
    if (s->panic)
        return false;
    if (t->kind == k) {
        next(s);
        return true;
    }
    if (t->flags & VYI_TOKEN_BAD) { // the lexer has reported it
        s->panic = true;
        return false;
    }
    if (k == VYI_TOKEN_NAME && (t->kind == VYI_TOKEN_AND || t->kind == VYI_TOKEN_MUL)) // f(&b)
        return FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(POINTER), vyi_token_text(t->kind));
    const struct foreign *f = vyi_parse_foreign(s, t);
    if (f && f->ours[0])
        return FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(FOREIGN_WORD), spelling(s, t->name),
                          f->whose, f->ours);
    const char *found = "the end of the file", *wanted = where, *fix;
    if (t->kind != VYI_TOKEN_END)
        found = vyi_parse_text(s, "%s'%.*s'", t->kind > VYI_TOKEN_WORDS ? "the word " : "",
                               (int)(t->length < 40 ? t->length : 40), s->lex->text + t->at);
    if (k == VYI_TOKEN_NAME || k == VYI_TOKEN_STRING || k == VYI_TOKEN_KINDS) {
        fix = vyi_parse_text(s, "write %s here, or delete what leads to it", where);
    } else {
        wanted = vyi_parse_text(s, "'%s' %s", vyi_token_text(k), where);
        fix = vyi_parse_text(s, "add '%s'", vyi_token_text(k));
    }
    // what is missing at the end of a line is missing there, not on the next one
    bool before = t->flags & VYI_TOKEN_LINE && s->end > s->base && s->t > 0;
    return FAIL_SHAPE(s, before ? s->end : here(s), before || !t->length ? 1 : t->length,
                      VYI_DIAG(EXPECTED), wanted, found, fix);
}

const struct vyi_token *vyi_parse_new_name(struct parser *s, const char *what)
{
    const struct vyi_token *t = tok(s);
    if (s->panic)
        return NULL;
    if (t->kind > VYI_TOKEN_WORDS) {
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(RESERVED_NAME), vyi_token_text(t->kind),
                   "a word of the language", vyi_token_text(t->kind));
        next(s);
        return NULL;
    }
    return vyi_parse_expect(s, VYI_TOKEN_NAME, what) ? t : NULL;
}

uint32_t vyi_parse_listed(const char *text, const char *const *list, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && strcmp(text, list[i]))
        i++;
    return i;
}

// ---- docs ----
const char *vyi_parse_remark(const struct vyi_lex *lex, const struct vyi_comment *c,
                             uint32_t *length)
{
    uint32_t at = 3; // "///" or "//!"
    while (at < c->length && (lex->text[c->at + at] == ' ' || lex->text[c->at + at] == '\t'))
        at++;
    *length = c->length - at;
    return lex->text + c->at + at;
}

const char *vyi_parse_doc(struct parser *s, uint32_t first)
{
    struct vyi_text text = {.context = s->context};
    const struct vyi_lex *lex = s->lex;
    for (; s->comment < lex->comments.count; s->comment++) {
        const struct vyi_comment *c = &lex->comments.at[s->comment];
        bool own = c->flags & VYI_TOKEN_LINE;
        if (c->token > s->t || (c->token == s->t && own))
            break;
        uint32_t length;
        const char *from = vyi_parse_remark(lex, c, &length);
        if (c->kind != VYI_COMMENT_DOC || !length || c->token != (own ? first : s->t))
            continue;
        vyi_text_append(&text, " ", text.count != 0);
        vyi_text_append(&text, from, length);
    }
    const char *doc = NULL;
    if (text.count && !text.failed)
        doc = vyi_arena_copy(s->context, &s->p->arena, text.at, text.count);
    if (text.failed || (text.count && !doc))
        vyi_parse_failed(s);
    vyi_text_free(&text);
    return doc;
}

// ---- signs and habits of other languages, with what to write instead ----
/// The text of NAME or NAME[…] from that token on.
static const char *place_text(struct parser *s, const struct vyi_token *t)
{
    const struct vyi_token *last = t, *end = s->lex->tokens.at + s->lex->tokens.count - 1;
    uint32_t open = 0;
    if (t < end && t[1].kind == VYI_TOKEN_OPEN_INDEX)
        for (const struct vyi_token *i = t + 1; i < end && i < t + 32; i++) {
            open += i->kind == VYI_TOKEN_OPEN_INDEX;
            open -= i->kind == VYI_TOKEN_CLOSE_INDEX;
            if (!open) {
                last = i;
                break;
            }
        }
    const char *text = vyi_parse_snippet(s, pos_of(s, t), pos_of(s, last) + last->length);
    return strcmp(text, "…") ? text : spelling(s, t->name);
}

void vyi_parse_increment(struct parser *s, const struct vyi_token *sign,
                         const struct vyi_token *name)
{
    bool plus = sign->kind == VYI_TOKEN_ADD;
    FAIL_SHAPE(s, pos_of(s, sign), 2, VYI_DIAG(INCREMENT), plus ? "++" : "--", place_text(s, name),
               plus ? "+=" : "-=");
}

bool vyi_parse_is_increment(struct parser *s)
{
    const struct vyi_token *t = tok(s), *first = t - (s->t > 0), *name_of = tok_at(s, 1);
    if (first->kind != t->kind || first->at + 1 != t->at || !(first->flags & VYI_TOKEN_LINE) ||
        name_of->kind != VYI_TOKEN_NAME)
        return false;
    vyi_parse_increment(s, first, name_of);
    return true;
}

/// x++ or x-- inside an expression, found at the second sign or right behind it.
static bool is_counted(struct parser *s)
{
    const struct vyi_token *first = s->lex->tokens.at, *t = tok(s), *last = t;
    if (t->kind != VYI_TOKEN_ADD && s->t)
        last = t - 1;
    if (last < first + 2 || (last->kind != VYI_TOKEN_ADD && last->kind != VYI_TOKEN_SUB) ||
        last[-1].kind != last->kind || last[-1].at + 1 != last->at)
        return false;
    const struct vyi_token *name_of = last - 2;
    if (name_of->kind == VYI_TOKEN_CLOSE_INDEX) { // back over the indices
        uint32_t open = 0;
        do {
            open += name_of->kind == VYI_TOKEN_CLOSE_INDEX;
            open -= name_of->kind == VYI_TOKEN_OPEN_INDEX;
            name_of -= name_of > first;
        } while (open && name_of > first);
    }
    if (name_of->kind != VYI_TOKEN_NAME)
        return false;
    vyi_parse_increment(s, last - 1, name_of);
    return true;
}

NOINLINE void vyi_parse_field(struct parser *s, uint32_t pos)
{
    static const char *const lengths[] = {"count", "length", "numel", "shape", "size"};
    const struct vyi_token *field = tok_at(s, 1);
    const char *name = spelling(s, field->name);
    const char *of = vyi_parse_snippet(s, pos, s->end);
    const char *fix = "declare a buffer of its own for each field, or a last axis: "
                      "'p : f32[n, 3]' and p[i, 0]";
    if (vyi_parse_listed(name, lengths, 5) < 5)
        fix = vyi_parse_text(s, "the number of elements is len(%s)", of);
    else if (tok_at(s, 2)->kind == VYI_TOKEN_OPEN)
        fix = vyi_parse_text(s, "a function stands before what it takes: %s(%s)", name, of);
    FAIL_SHAPE(s, here(s), 1 + field->length, VYI_DIAG(FIELD), of, name, fix);
}

NOINLINE struct value vyi_parse_unexpected(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s);
    if (t->kind == VYI_TOKEN_STRING)
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(STRING_PLACE));
    else if (t->kind == VYI_TOKEN_MUL && s->t && t[-1].kind == VYI_TOKEN_MUL &&
             t[-1].at + 1 == t->at)
        FAIL_SHAPE(s, pos_of(s, t - 1), 2, VYI_DIAG(POWER));
    else if (t->kind == VYI_TOKEN_AND || t->kind == VYI_TOKEN_MUL)
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(POINTER), vyi_token_text(t->kind));
    else if (t->kind == VYI_TOKEN_ADD && !vyi_parse_is_increment(s) && !is_counted(s))
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(PLUS));
    else if (t->kind == VYI_TOKEN_ADD || !is_counted(s))
        vyi_parse_expect(s, VYI_TOKEN_KINDS, "a value");
    return vyi_parse_none(s, pos);
}
