// The wire form: one encoding for one program, and nothing else is taken for one.
#include "ir/wire.h"
#include "support/handmade.h"
#include "support/mutate.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct bytes encode(struct stage *w, const vy_program *p)
{
    void *bytes;
    size_t size;
    assert_int_equal(vy_program_encode(p, &bytes, &size), VY_OK);
    struct bytes b = {0};
    bytes_replace(&b, 0, 0, bytes, size);
    vy_memory_free(w->context, bytes);
    return b;
}

static void rehash(struct bytes *b)
{
    if (b->count >= WIRE_BODY)
        vyi_blake2b(b->at + WIRE_BODY, b->count - WIRE_BODY, b->at + WIRE_HASH);
}

static void put_word(struct bytes *b, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        b->at[at + (size_t)i] = (unsigned char)(value >> 8 * i);
}

static uint32_t get_word(const struct bytes *b, size_t at)
{
    return b->at[at] | (uint32_t)b->at[at + 1] << 8 | (uint32_t)b->at[at + 2] << 16 |
           (uint32_t)b->at[at + 3] << 24;
}

/// Bytes either are refused, or are what the program they give is encoded as. True if taken.
static bool refused_or_same(struct stage *w, const struct bytes *b)
{
    vy_program *p = NULL;
    test_log_clear(&w->log);
    vy_status status = vy_program_decode(w->context, b->at, b->count, &p);
    if (status) {
        assert_int_equal(status, VY_ERROR_WIRE);
        assert_null(p);
        assert_int_equal(w->log.errors, 1);
        return false;
    }
    struct bytes again = encode(w, p);
    assert_int_equal(again.count, b->count);
    assert_memory_equal(again.at, b->at, b->count);
    bytes_free(&again);
    vy_program_destroy(&p);
    return true;
}

static struct bytes everything(struct stage *w)
{
    vy_program *p = handmade_all(w->context);
    assert_non_null(p);
    struct bytes b = encode(w, p);
    vy_program_destroy(&p);
    return b;
}

// ---- what holds for good bytes ----
static void every_op_is_encoded(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_all(w->context), *q;
    struct bytes b = encode(w, p);
    assert_int_equal(vy_program_decode(w->context, b.at, b.count, &q), VY_OK);
    uint32_t seen[2][256] = {{0}};
    for (uint32_t i = 1; i < p->nodes.count; i++)
        seen[0][p->nodes.at[i].op]++;
    for (uint32_t i = 1; i < q->nodes.count; i++)
        seen[1][q->nodes.at[i].op]++;
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++)
        if (vyi_op_info((uint8_t)op)->kind) {
            if (!seen[0][op] || !seen[1][op])
                fail_msg("%s is not in the program", vyi_op_info((uint8_t)op)->name);
        }
    assert_true(refused_or_same(w, &b));
    bytes_free(&b);
    vy_program_destroy(&p);
    vy_program_destroy(&q);
}

static void hash_is_in_the_header(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_all(w->context);
    struct bytes b = encode(w, p);
    uint8_t hash[32];
    assert_int_equal(vy_program_hash(p, hash), VY_OK);
    assert_memory_equal(hash, b.at + WIRE_HASH, 32);
    assert_memory_equal(b.at, "VIR0\1\0\0\0", 8);
    bytes_free(&b);
    vy_program_destroy(&p);
}

/// Numbers inside of the program have no say: locals, labels and strings are renumbered here.
static void numbering_does_not_matter(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_all(w->context);
    struct bytes before = encode(w, p);
    enum { SHIFT = 5 };
    for (uint32_t i = 0; i < SHIFT; i++) {
        assert_true(vyi_vec_push(w->context, &p->locals, p->locals.at[0]));
        assert_true(vyi_vec_push(w->context, &p->strings, p->strings.at[1]));
    }
    memmove(p->locals.at + SHIFT, p->locals.at, (p->locals.count - SHIFT) * sizeof *p->locals.at);
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        struct vyi_node *n = &p->nodes.at[i];
        switch (vyi_op_info(n->op)->imm) {
        case VYI_IMM_LOCAL:
            n->x += SHIFT;
            if (n->op == VYI_OP_FIXPOINT && n->aux)
                n->aux += SHIFT;
            break;
        case VYI_IMM_LABEL: n->x = p->labels - 1 - n->x; break;
        case VYI_IMM_STRING:
            if (n->x == 1)
                n->x = p->strings.count - 1;
            break;
        default: break;
        }
    }
    struct bytes after = encode(w, p);
    assert_int_equal(after.count, before.count);
    assert_memory_equal(after.at, before.at, before.count);
    bytes_free(&before);
    bytes_free(&after);
    vy_program_destroy(&p);
}

/// The bytes that docs/wire.md explains one by one.
static void documented_example(void **state)
{
    struct stage *w = *state;
    static const unsigned char body[] = {
        0,    0, 0, 0, 1,    0, 0, 0, 'p',  0, 0, 0, 0,    0, 0, 0, 0,    0, 0, 0, 2,    0, 0, 0, //
        0,    0, 0, 0, 0,    0, 0, 0, 1,    0, 0, 0, 0,    0, 0, 0, 0,    0, 0, 0, 12,   0, 0, 0, //
        1,    2, 1, 0, 4,    0, 0, 0, 1,    0, 0, 0, 'x',  0, 0, 0, 2,    2, 1, 0, 0,    0, 0, 0, //
        1,    0, 0, 0, 'y',  0, 0, 0, 2,    2, 0, 0, 0x45, 4, 0, 0, 0,    0, 0, 0, 0x40, 2, 0, 0, //
        0,    0, 0, 0, 0x45, 2, 0, 0, 0,    0, 0, 0, 0x41, 2, 0, 0, 0,    0, 0, 0, 0x41, 2, 0, 0, //
        0,    0, 0, 0, 0x4a, 2, 1, 0, 0,    0, 0, 0, 0x40, 2, 0, 0, 1,    0, 0, 0, 4,    2, 2, 0, //
        0x85, 0, 2, 0, 1,    0, 0, 0, 0x80, 0, 0, 0, 1,    0, 0, 0, 0x8a, 0, 3, 0, 0x80, 0, 0, 0, //
        1,    0, 0, 0};
    vy_program *p;
    assert_int_equal(vy_program_parse(w->context,
                                      vy_parse_params(.text = "program p\nin  x : u32[]\n"
                                                              "out y : u32[len(x)]\n"
                                                              "each i in 0..len(x) "
                                                              "{ y[i] = x[i] + 1 }\n"),
                                      &p),
                     VY_OK);
    struct bytes b = encode(w, p);
    assert_int_equal(b.count, 212);
    assert_memory_equal(b.at + WIRE_BODY, body, sizeof body);
    bytes_free(&b);
    vy_program_destroy(&p);
}

static void names_of_locals_and_docs_stay_behind(void **state)
{
    struct stage *w = *state;
    struct bytes b = everything(w);
    static const char *const gone[] = {"passes", "column", "what goes in", "Uses all"};
    static const char *const kept[] = {"everything", "rows", "scale", "quoted"};
    for (size_t i = 0; i < 4; i++) {
        assert_null(memmem(b.at, b.count, gone[i], strlen(gone[i])));
        assert_non_null(memmem(b.at, b.count, kept[i], strlen(kept[i])));
    }
    bytes_free(&b);
}

// ---- what is refused ----
static void broken_headers(void **state)
{
    struct stage *w = *state;
    struct bytes b = everything(w);
    for (size_t i = 0; i < WIRE_BODY; i++) {
        b.at[i] ^= 0x10;
        assert_false(refused_or_same(w, &b));
        b.at[i] ^= 0x10;
    }
    b.at[b.count - 1] ^= 1; // the hash tells
    assert_false(refused_or_same(w, &b));
    assert_non_null(strstr(w->log.text, "V153"));
    bytes_free(&b);
}

static void cut_anywhere(void **state)
{
    struct stage *w = *state;
    struct bytes whole = everything(w);
    for (size_t size = 0; size < whole.count; size += size < 600 ? 1 : 101) {
        struct bytes b = {0};
        bytes_replace(&b, 0, 0, whole.at, size);
        rehash(&b);
        assert_false(refused_or_same(w, &b));
        bytes_free(&b);
    }
    bytes_replace(&whole, whole.count, whole.count, "\0\0\0", 4);
    rehash(&whole);
    assert_false(refused_or_same(w, &whole)); // something behind the end
    assert_non_null(strstr(w->log.text, "V168"));
    bytes_free(&whole);
}

static void every_bit_of_a_small_program(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_long(w->context, 4);
    struct bytes b = encode(w, p);
    uint32_t taken = 0, refused = 0;
    for (size_t i = WIRE_BODY; i < b.count; i++)
        for (int bit = 0; bit < 8; bit++) {
            b.at[i] ^= (unsigned char)(1 << bit);
            rehash(&b);
            if (refused_or_same(w, &b))
                taken++;
            else
                refused++;
            b.at[i] ^= (unsigned char)(1 << bit);
        }
    assert_true(taken > 0 && refused > taken);
    bytes_free(&b);
    vy_program_destroy(&p);
}

/// Looks for a node by its head and puts other words there; tells what the reader said.
static void expect(struct stage *w, const struct bytes *good, uint32_t head, uint32_t mask,
                   size_t word, uint32_t value, const char *code)
{
    struct bytes b = {0};
    bytes_replace(&b, 0, 0, good->at, good->count);
    size_t at = b.count;
    for (size_t i = WIRE_BODY + 400; i + 4 <= b.count && at == b.count; i += 4)
        if ((get_word(&b, i) & mask) == head)
            at = i;
    assert_true(at < b.count);
    put_word(&b, at + 4 * word, value);
    rehash(&b);
    assert_false(refused_or_same(w, &b));
    if (!strstr(w->log.text, code))
        fail_msg("%s, not: %s", code, w->log.text);
    bytes_free(&b);
}

static uint32_t head(uint8_t op, uint8_t type, uint32_t kids, uint32_t small)
{
    return op | (uint32_t)type << 8 | kids << 16 | small << 24;
}

static void broken_nodes(void **state)
{
    struct stage *w = *state;
    struct bytes b = everything(w);
    uint32_t all = UINT32_MAX;
    uint32_t param = head(VYI_OP_PARAM, VY_TYPE_BOOL, 0, 0);
    expect(w, &b, param, all, 0, 200, "V163");                         // no such op
    expect(w, &b, param, all, 0, head(VYI_OP_PARAM, 0, 0, 0), "V163"); // no type
    expect(w, &b, param, all, 0, head(VYI_OP_PARAM, VY_TYPE_U8, 0, 0), "V163");
    expect(w, &b, param, all, 0, head(VYI_OP_PARAM, VY_TYPE_BOOL, 1, 0), "V163");
    expect(w, &b, param, all, 0, head(VYI_OP_PARAM, VY_TYPE_BOOL, 0, 1), "V163");
    expect(w, &b, param, all, 1, 5, "V164"); // five params
    expect(w, &b, param, all, 1, all, "V164");
    uint32_t wait = head(VYI_OP_WAIT, 0, 0, 0);
    expect(w, &b, wait, all, 0, head(VYI_OP_WAIT, VY_TYPE_U32, 0, 0), "V163");
    expect(w, &b, wait, all, 0, head(VYI_OP_LNOT, VY_TYPE_BOOL, 1, 0), "V165"); // of a statement
    expect(w, &b, head(VYI_OP_ID, VY_TYPE_U32, 0, 0), all, 1, VYI_ID_GID * 4 + 3, "V164");
    expect(w, &b, head(VYI_OP_ID, VY_TYPE_U32, 0, 0), all, 1, VYI_ID_LANE * 4 + 1, "V164");
    expect(w, &b, head(VYI_OP_LITERAL, VY_TYPE_BOOL, 0, 0), all, 1, 2, "V157");
    expect(w, &b, head(VYI_OP_LITERAL, VY_TYPE_F32, 0, 0), all, 1, 0x7fc00001, "V157");
    expect(w, &b, head(VYI_OP_LITERAL, VY_TYPE_F64, 0, 0), all, 2, 0xfff80000, "V157");
    expect(w, &b, head(VYI_OP_SCAN, VY_TYPE_U32, 1, 1), all, 1, VYI_OP_MUL, "V164");
    expect(w, &b, head(VYI_OP_BARRIER, 0, 0, 1), all, 0, head(VYI_OP_BARRIER, 0, 0, 0), "V163");
    expect(w, &b, head(VYI_OP_SEQ, 0, 0, 0), all, 1, 2, "V165");
    expect(w, &b, head(VYI_OP_STORE, 0, 2, VYI_OP_ADD), all, 0, head(VYI_OP_STORE, 0, 2, 1),
           "V163");
    expect(w, &b, head(VYI_OP_LOAD, VY_TYPE_U32, 2, 0), all, 1, 0, "V163"); // of rank 1
    expect(w, &b, head(VYI_OP_LEN, VY_TYPE_U32, 0, 2), all, 0, head(VYI_OP_LEN, VY_TYPE_U32, 0, 3),
           "V163");
    expect(w, &b, head(VYI_OP_REGION, 0, 1, 0), all, 1, 1, "V167"); // said out of order
    expect(w, &b, head(VYI_OP_LEAVE, 0, 0, 0), all, 1, 2, "V164");
    expect(w, &b, head(VYI_OP_FIXPOINT, 0, 3, 0), all, 0, head(VYI_OP_FIXPOINT, 0, 3, 1), "V167");
    expect(w, &b, head(VYI_OP_FIXPOINT, 0, 3, 1), all, 0, head(VYI_OP_FIXPOINT, 0, 3, 0), "V168");
    expect(w, &b, head(VYI_OP_EACH, 0, 5, 0), all, 0, head(VYI_OP_EACH, 0, 4, 0), "V16");
    expect(w, &b, head(VYI_OP_ATOMIC_LOAD, VY_TYPE_I64, 2, 4), all, 0,
           head(VYI_OP_ATOMIC_LOAD, VY_TYPE_I64, 2, 12), "V163"); // no such reach
    expect(w, &b, head(VYI_OP_BALLOT, VY_TYPE_U32, 1, 0), all, 0,
           head(VYI_OP_BALLOT, VY_TYPE_U32, 1, 1), "V163");
    bytes_free(&b);
}

/// Finds bytes in a wire and changes one of them.
static void expect_near(struct stage *w, const struct bytes *good, const char *text, long offset,
                        unsigned char value, const char *code)
{
    struct bytes b = {0};
    bytes_replace(&b, 0, 0, good->at, good->count);
    unsigned char *found = memmem(b.at, b.count, text, strlen(text));
    assert_non_null(found);
    found[offset] = value;
    rehash(&b);
    assert_false(refused_or_same(w, &b));
    if (!strstr(w->log.text, code))
        fail_msg("%s, not: %s", code, w->log.text);
    bytes_free(&b);
}

static void broken_declarations(void **state)
{
    struct stage *w = *state;
    struct bytes b = everything(w);
    expect_near(w, &b, "everything", -8, 2, "V156");    // flags of the program
    expect_near(w, &b, "everything", 0, '1', "V160");   // no name
    expect_near(w, &b, "everything", 10, 'x', "V159");  // the padding
    expect_near(w, &b, "everything", -1, 0xff, "V155"); // its length
    expect_near(w, &b, "everything", 12, 4, "V156");    // axes of the workgroup
    expect_near(w, &b, "scale", -8, 9, "V156");         // type of a param
    expect_near(w, &b, "scale", -7, 2, "V156");
    expect_near(w, &b, "rows", -12, 9, "V156");  // role
    expect_near(w, &b, "rows", -11, 14, "V156"); // element
    expect_near(w, &b, "rows", -10, 9, "V156");  // sizes
    expect_near(w, &b, "rows", -10, 0, "V156");
    expect_near(w, &b, "rows", -9, 4, "V156"); // cache
    expect_near(w, &b, "rows", -7, 1, "V156"); // flags
    expect_near(w, &b, "rows", 4, 0, "V156");  // an alignment that is none
    expect_near(w, &b, "rows", 12, 9, "V156"); // a count buffer that is not there
    expect_near(w, &b, "quoted", 0, 0, "V158");
    expect_near(w, &b, "quoted", 0, 0xff, "V158");
    expect_near(w, &b, "{} {}", 5, 1, "V159");
    bytes_free(&b);
}

static void equal_strings(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_all(w->context);
    p->strings.at[0].text = "{} {{"; // as long as the other one
    p->strings.at[0].length = 5;
    struct bytes b = encode(w, p);
    expect_near(w, &b, "{} {{", 4, '}', "V161");
    bytes_free(&b);
    vy_program_destroy(&p);
}

// ---- limits ----
static vyi_ref leaf(vy_program *p, uint8_t op, uint8_t type)
{
    vyi_ref none = {0};
    return vyi_node_fixed(p, op, type, 0, none, none, none, 0);
}

static vy_program *empty(struct stage *w)
{
    vy_program *p = vyi_program_new(w->context);
    assert_non_null(p);
    p->name = "deep";
    return p;
}

static bool decodes(struct stage *w, vy_program *p, vyi_ref stmt)
{
    p->body = vyi_node_list(p, VYI_OP_SEQ, 0, 0, &stmt, 1, 0, 0, 0);
    struct bytes b = encode(w, p);
    bool fine = refused_or_same(w, &b);
    bytes_free(&b);
    vy_program_destroy(&p);
    return fine;
}

static bool deep_expression(struct stage *w, uint32_t depth)
{
    vy_program *p = empty(w);
    vyi_ref none = {0}, e = vyi_node_literal(p, VY_TYPE_BOOL, 1, 0);
    for (uint32_t i = 1; i < depth; i++)
        e = vyi_node_fixed(p, VYI_OP_LNOT, VY_TYPE_BOOL, 0, e, none, none, 0);
    vyi_ref seq = vyi_node_list(p, VYI_OP_SEQ, 0, 0, NULL, 0, 0, 0, 0);
    return decodes(w, p, vyi_node_fixed(p, VYI_OP_WHILE, 0, 0, e, seq, none, 0));
}

static bool deep_statement(struct stage *w, uint32_t depth)
{
    vy_program *p = empty(w);
    vyi_ref none = {0}, s = leaf(p, VYI_OP_BREAK, 0);
    for (uint32_t i = 0; i < depth; i++) {
        vyi_ref seq = vyi_node_list(p, VYI_OP_SEQ, 0, 0, &s, 1, 0, 0, 0);
        s = vyi_node_fixed(p, VYI_OP_LOOP, 0, 0, seq, none, none, 0);
    }
    return decodes(w, p, s);
}

static bool long_chain(struct stage *w, uint32_t length)
{
    vy_program *p = empty(w);
    vyi_ref otherwise = {0};
    for (uint32_t i = 0; i < length; i++) {
        vyi_ref seq = vyi_node_list(p, VYI_OP_SEQ, 0, 0, NULL, 0, 0, 0, 0);
        vyi_ref test = vyi_node_literal(p, VY_TYPE_BOOL, 1, 0);
        vyi_ref one = vyi_node_fixed(p, VYI_OP_IF, 0, 0, test, seq, otherwise, 0);
        otherwise = vyi_node_list(p, VYI_OP_SEQ, 0, 0, &one, 1, 0, 0, 0);
    }
    return decodes(w, p, p->extra.at[p->extra.count - 1]);
}

static void depths(void **state)
{
    struct stage *w = *state;
    assert_true(deep_expression(w, VYI_MAX_EXPR_DEPTH));
    assert_false(deep_expression(w, VYI_MAX_EXPR_DEPTH + 1));
    assert_non_null(strstr(w->log.text, "V166"));
    assert_true(deep_statement(w, VYI_MAX_NESTING));
    assert_false(deep_statement(w, VYI_MAX_NESTING + 1));
    assert_non_null(strstr(w->log.text, "V166"));
    assert_true(long_chain(w, 50000)); // counts once
}

static void memory_follows_the_bytes(void **state)
{
    struct stage *w = *state;
    struct bytes good = everything(w);
    for (size_t i = WIRE_BODY; i < WIRE_BODY + 200; i += 4) {
        struct bytes b = {0};
        bytes_replace(&b, 0, 0, good.at, good.count);
        put_word(&b, i, 0x7ffffff0); // every count, among others
        rehash(&b);
        uint64_t before = w->alloc.live_bytes;
        w->alloc.peak_bytes = before;
        refused_or_same(w, &b);
        assert_true(w->alloc.peak_bytes - before < 16 * b.count + 16384);
        bytes_free(&b);
    }
    bytes_free(&good);
}

static void without_memory(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_all(w->context);
    struct bytes b = encode(w, p);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        w->alloc.calls = 0;
        w->alloc.fail_at = n;
        w->alloc.failed = 0;
        uint64_t live = w->alloc.live;
        void *bytes = NULL;
        size_t size;
        vy_program *q = NULL;
        vy_status status = vy_program_decode(w->context, b.at, b.count, &q);
        vy_status status2 = vy_program_encode(p, &bytes, &size);
        failed = w->alloc.failed != 0;
        w->alloc.fail_at = 0;
        assert_int_equal(failed, status || status2);
        assert_true(!status || status == VY_ERROR_MEMORY);
        assert_true(!status2 || status2 == VY_ERROR_MEMORY);
        vy_program_destroy(&q);
        vy_memory_free(w->context, bytes);
        assert_int_equal(w->alloc.live, live);
    }
    bytes_free(&b);
    vy_program_destroy(&p);
}

static void mutated(void **state)
{
    struct stage *w = *state;
    struct bytes good = everything(w);
    uint32_t taken = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct rng r = rng_make(seed, 77);
        struct bytes b = {0};
        bytes_replace(&b, 0, 0, good.at, good.count);
        mutate_wire(&r, &b, &good, true);
        taken += refused_or_same(w, &b);
        bytes_free(&b);
    }
    assert_true(taken > 0);
    bytes_free(&good);
}

static void no_wire_form(void **state)
{
    struct stage *w = *state;
    vy_program *p = handmade_long(w->context, 4);
    void *bytes;
    size_t size;
    p->locals.count--; // used, and not there
    assert_int_equal(vy_program_encode(p, &bytes, &size), VY_ERROR_PROGRAM);
    assert_null(bytes);
    assert_non_null(strstr(w->log.text, "V169"));
    vy_program_destroy(&p);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, stage_open, stage_close)
    const struct CMUnitTest tests[] = {
        TEST(every_op_is_encoded),
        TEST(hash_is_in_the_header),
        TEST(numbering_does_not_matter),
        TEST(documented_example),
        TEST(names_of_locals_and_docs_stay_behind),
        TEST(broken_headers),
        TEST(cut_anywhere),
        TEST(every_bit_of_a_small_program),
        TEST(broken_nodes),
        TEST(broken_declarations),
        TEST(equal_strings),
        TEST(depths),
        TEST(memory_follows_the_bytes),
        TEST(without_memory),
        TEST(mutated),
        TEST(no_wire_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
