// Signs and habits of other languages where a value is read, with what to write instead.
#include "ir/parse.h"

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
