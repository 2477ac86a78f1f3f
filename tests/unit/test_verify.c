// The verifier: one program that has a bit of everything is accepted; each way to spoil it, as wire
// bytes or a faulty pass could, is found with its code. And the rules about the whole program.
#include "ir/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { KEPT = 24 };
struct heard {
    uint32_t errors, warnings;
    char code[KEPT][8], message[KEPT][200], fix[KEPT][120], warning[KEPT][8];
};

static void hear(void *user, const vy_diag *d)
{
    struct heard *h = user;
    assert_non_null(vy_explain(d->code));
    if (d->severity == VY_SEVERITY_WARNING) {
        if (h->warnings < KEPT)
            strncpy(h->warning[h->warnings], d->code, 7);
        h->warnings++;
        return;
    }
    if (h->errors < KEPT) {
        strncpy(h->code[h->errors], d->code, 7);
        strncpy(h->message[h->errors], d->message, 199);
        strncpy(h->fix[h->errors], d->fix ? d->fix : "", 119);
    }
    h->errors++;
}

static bool said(const struct heard *h, const char *code)
{
    for (uint32_t i = 0; i < h->errors && i < KEPT; i++)
        if (!strcmp(h->code[i], code))
            return true;
    return false;
}

static const vy_value none = {0};

static vy_context *context_of(struct heard *h)
{
    vy_context *c = NULL;
    assert_int_equal(vy_context_create(vy_context_params(.diag = hear, .diag_user = h), &c), 0);
    return c;
}

static vy_decl buffer(vy_builder *b, const char *name, vy_role role, vy_type elem, bool atomic,
                      vy_value size)
{
    return vy_build_buffer(b, vy_build_buffer_params(.name = name, .role = role, .elem = elem,
                                                     .atomic = atomic, .sizes = {size}));
}

/// Buffers in this order.
enum { X, Y, HITS, TILE, TEXT, MAIL, ROWS };

/// A service program with most kinds of statements and expressions.
static vy_program *everything(vy_context *c)
{
    vy_builder *b = NULL;
    vy_program *p = NULL;
    assert_int_equal(vy_builder_create(c, "everything", true, &b), 0);
    vy_decl x = buffer(b, "x", VY_ROLE_IN, VY_TYPE_U32, false, none);
    vy_value n = vy_build_len(b, x), zero = vy_build_u32(b, 0), one = vy_build_u32(b, 1);
    vy_decl y = vy_build_buffer(b, vy_build_buffer_params(.name = "y", .role = VY_ROLE_OUT,
                                                          .elem = VY_TYPE_U32, .sizes = {n},
                                                          .range_from = zero, .range_bytes = n));
    vy_decl hits = buffer(b, "hits", VY_ROLE_OUT, VY_TYPE_U32, true, vy_build_u32(b, 4));
    vy_decl tile = buffer(b, "tile", VY_ROLE_SHARED, VY_TYPE_U32, false, vy_build_u32(b, 64));
    vy_decl text = buffer(b, "text", VY_ROLE_IN, VY_TYPE_U8, false, none);
    vy_decl mail = buffer(b, "mail", VY_ROLE_MAPPED, VY_TYPE_U32, true, vy_build_u32(b, 8));
    vy_decl counter = buffer(b, "counter", VY_ROLE_OUT, VY_TYPE_U32, true, one);
    vy_build_buffer(b,
                    vy_build_buffer_params(.name = "rows", .role = VY_ROLE_OUT, .elem = VY_TYPE_F32,
                                           .rank = 2, .sizes = {n, vy_build_u32(b, 2)},
                                           .count = counter, .align = 64));
    vy_value k = vy_build_param_default(b, "k", VY_TYPE_U32, 5);
    vy_value last = vy_build_const(b, VY_TYPE_U32, vy_op(b, "-", n, one));
    vy_decl table = vy_build_table(b, VY_TYPE_I8, (uint64_t[]){1, 0xffffffff, 3}, 3);
    vy_build_workgroup(b, 64, 0, 0);
    vy_build_grid(b, n, none, none);

    vy_value i = vy_build_let(b, vy_build_id(b, "gid.x"));
    vy_value v = vy_build_var(b, vy_load(b, x, i));
    vy_decl a = vy_build_array(b, VY_TYPE_U32, 4);
    vy_build_store(b, a, 1, &zero, "+", v);
    vy_build_set(b, v, vy_op(b, "+", vy_load(b, a, zero), last));
    vy_build_let(b, vy_load(b, table, zero));
    vy_build_let(b, vy_build_load_bytes(b, "u32_at", text, k));
    vy_build_let(b, vy_op(b, "?", vy_op(b, "&&", vy_op(b, "<", i, n), vy_build_bool(b, true)),
                          vy_build_cast(b, VY_TYPE_F32, v), vy_build_f32(b, 2)));
    vy_build_eval(b, vy_build_atomic(b, "atomic_add", hits, 1, &zero, 1, &one, "acq_rel", NULL));
    vy_build_let(b,
                 vy_build_atomic(b, "atomic_load", mail, 1, &zero, 0, NULL, "acquire", "system"));
    vy_build_atomic(b, "atomic_store", mail, 1, &zero, 1, &one, "release", "system");
    vy_build_store(b, hits, 1, &one, "|", one);
    vy_build_let(b, vy_build_collective(b, "workgroup_scan_add", 1, &one));
    vy_build_let(b, vy_build_collective(b, "subgroup_broadcast", 2, (vy_value[]){i, one}));
    vy_build_let(b, vy_build_collective_load(b, "grid_load", y, 1, &k));
    vy_build_async_copy(b, tile, zero, x, zero, vy_build_u32(b, 64));
    vy_build_wait(b);
    vy_build_barrier(b, "workgroup");
    vy_build_for_begin(b, zero, k, one);
    vy_build_continue(b);
    vy_build_end(b);
    vy_value e = vy_build_each_begin(b, zero, n);
    vy_build_store(b, y, 1, &e, NULL, e);
    vy_build_end(b);
    vy_build_fixpoint_begin(b, zero, k);
    vy_build_again(b);
    vy_value passes = vy_build_end(b);
    vy_build_while_begin(b, vy_op(b, "<", v, passes));
    vy_build_break(b);
    vy_build_end(b);
    vy_label l = vy_build_block_begin(b);
    vy_build_region_begin(b, "part");
    vy_build_leave(b, l);
    vy_build_end(b);
    vy_build_end(b);
    vy_build_print(b, "{}", 1, &v);
    vy_build_assert(b, vy_op(b, "!=", v, zero), "no {}", 1, &v);
    vy_build_if_begin(b, vy_build_bool(b, true));
    vy_build_fence(b);
    vy_build_else(b);
    vy_build_return(b);
    vy_build_end(b);
    assert_int_equal(vy_builder_finish(&b, &p), 0);
    return p;
}

// ---- spoiling ----
static vyi_ref find(const vy_program *p, uint8_t op)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == op)
            return (vyi_ref){i};
    fail_msg("the program has no %s", vyi_op_info(op)->name);
    return (vyi_ref){0};
}

static struct vyi_node *node(const vy_program *p, uint8_t op)
{
    return vyi_at(p, find(p, op));
}

static vyi_ref *kids(const vy_program *p, uint8_t op)
{
    struct vyi_node *n = node(p, op);
    return vyi_op_info(op)->form == VYI_FORM_LIST ? p->extra.at + n->list : n->kid;
}

static vyi_ref literal(vy_program *p, uint8_t type, uint64_t bits)
{
    return vyi_node_literal(p, type, bits, 0);
}

/// Puts a literal of a type where a kid stands.
static void put(vy_program *p, uint8_t op, uint32_t kid, uint8_t type)
{
    vyi_ref r = literal(p, type, 0);
    kids(p, op)[kid] = r;
}

#define WAY(name, code, ...)        \
    static void name(vy_program *p) \
    {                               \
        __VA_ARGS__                 \
    }
#include "unit/verify_ways.def"

static const struct {
    const char *name, *code;
    void (*spoil)(vy_program *p);
} ways[] = {
#define WAY(name, code, ...) {#name, code, name},
#include "unit/verify_ways.def"
};

static void spoilt_programs(void **state)
{
    struct heard h = {0};
    vy_context *c = context_of(&h);
    uint32_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        vy_program *p = everything(c);
        assert_int_equal(h.errors, 0);
        p->verified = false;
        ways[i].spoil(p);
        vy_status status = vy_program_verify(p);
        if (status != VY_ERROR_PROGRAM || !said(&h, ways[i].code)) {
            print_error("%s: status %d, expected %s, first error: %s %s\n", ways[i].name,
                        (int)status, ways[i].code, h.code[0], h.message[0]);
            wrong++;
        }
        for (uint32_t k = 0; k < h.errors && k < KEPT; k++)
            if (!h.fix[k][0]) {
                print_error("%s: %s has no fix\n", ways[i].name, h.code[k]);
                wrong++;
            }
        vy_program_destroy(&p);
        h = (struct heard){0};
    }
    vy_context_destroy(&c);
    assert_int_equal(wrong, 0);
}

/// What a file may hold: an each of two ranges, and one index.
static void an_index_is_missing(void **state)
{
    struct heard h = {0};
    vy_context *c = context_of(&h);
    vy_program *p = NULL;
    (void)state;
    const char *text = "program p\nout y: u32[4]\neach i in 0..2, j in 0..2 { y[i] = 1 }\n";
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = text, .name = "p.vy"), &p), VY_OK);
    assert_int_equal(p->locals.count, 2);
    p->verified = false;
    p->locals.count = 1;
    assert_int_equal(vy_program_verify(p), VY_ERROR_PROGRAM);
    assert_true(said(&h, "V129"));
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

// ---- rules about the whole program ----
struct fixture {
    struct heard h;
    vy_context *c;
    vy_builder *b;
    vy_decl x, y, hits;
    vy_value n, zero;
};

static void begin(struct fixture *f, bool grid)
{
    *f = (struct fixture){0};
    f->c = context_of(&f->h);
    assert_int_equal(vy_builder_create(f->c, "p", false, &f->b), 0);
    f->x = buffer(f->b, "x", VY_ROLE_IN, VY_TYPE_U32, false, none);
    f->n = vy_build_len(f->b, f->x);
    f->zero = vy_build_u32(f->b, 0);
    f->y = buffer(f->b, "y", VY_ROLE_OUT, VY_TYPE_U32, false, f->n);
    f->hits = buffer(f->b, "hits", VY_ROLE_OUT, VY_TYPE_U32, true, vy_build_u32(f->b, 4));
    if (grid) {
        vy_build_workgroup(f->b, 64, 0, 0);
        vy_build_grid(f->b, f->n, none, none);
    }
}

/// NULL: must be accepted; else the one error it must have.
static void end(struct fixture *f, const char *code)
{
    vy_program *p = NULL;
    vy_status status = vy_builder_finish(&f->b, &p);
    if (!code && status)
        fail_msg("%s %s", f->h.code[0], f->h.message[0]);
    if (code && (status != VY_ERROR_PROGRAM || f->h.errors != 1 || strcmp(f->h.code[0], code)))
        fail_msg("expected %s, status %d, %u errors, first %s %s", code, (int)status, f->h.errors,
                 f->h.code[0], f->h.message[0]);
    vy_program_destroy(&p);
    vy_context_destroy(&f->c);
}

static void each_over_x(struct fixture *f)
{
    vy_value e = vy_build_each_begin(f->b, f->zero, f->n);
    vy_build_store(f->b, f->y, 1, &e, NULL, e);
    vy_build_end(f->b);
}

static void device_may_choose_the_grid(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false); // a fixpoint of eaches with barriers, asserts and again
    vy_build_assert(f.b, vy_op(f.b, ">", f.n, f.zero), "empty", 0, NULL);
    vy_build_fixpoint_begin(f.b, f.zero, f.n);
    each_over_x(&f);
    vy_build_barrier(f.b, "grid");
    vy_build_if_begin(f.b, vy_op(f.b, "==", vy_load(f.b, f.y, f.zero), f.zero));
    vy_build_again(f.b);
    vy_build_end(f.b);
    vy_build_end(f.b);
    end(&f, NULL);

    begin(&f, false);
    vy_build_store(f.b, f.y, 1, &f.zero, NULL, f.zero);
    end(&f, "V091");

    begin(&f, false);
    vy_build_let(f.b, vy_build_id(f.b, "lane"));
    end(&f, "V091");

    begin(&f, false);
    vy_build_return(f.b);
    end(&f, "V091");

    begin(&f, false);
    vy_build_let(f.b, vy_build_collective(f.b, "grid_add", 1, &f.n));
    end(&f, "V091");

    begin(&f, false);
    buffer(f.b, "t", VY_ROLE_SHARED, VY_TYPE_U32, false, vy_build_u32(f.b, 4));
    each_over_x(&f);
    end(&f, "V091");

    begin(&f, false);
    vy_build_print(f.b, "once an invocation", 0, NULL);
    end(&f, "V091");

    begin(&f, false); // an each that assigns an outer variable
    vy_value v = vy_build_var(f.b, f.zero);
    vy_value e = vy_build_each_begin(f.b, f.zero, f.n);
    vy_build_set(f.b, v, e);
    vy_build_end(f.b);
    end(&f, "V091");

    begin(&f, false); // one of its own is fine
    e = vy_build_each_begin(f.b, f.zero, f.n);
    v = vy_build_var(f.b, e);
    vy_build_set(f.b, v, f.zero);
    vy_build_end(f.b);
    end(&f, NULL);

    begin(&f, false);
    vy_build_workgroup(f.b, 32, 0, 0);
    each_over_x(&f);
    end(&f, "V091");
}

static void missing_grid_is_proposed(void **state)
{
    struct fixture f;
    vy_program *p;
    (void)state;
    begin(&f, false);
    vy_build_store(f.b, f.y, 1, &f.zero, NULL, f.zero);
    assert_int_equal(vy_builder_finish(&f.b, &p), VY_ERROR_PROGRAM);
    assert_string_equal(f.h.fix[0], "workgroup 1 grid 1");
    vy_context_destroy(&f.c);
}

static void inside_each(void **state)
{
    struct fixture f;
    (void)state;
    for (int way = 0; way < 6; way++) {
        begin(&f, true);
        vy_label l = vy_build_block_begin(f.b);
        vy_build_each_begin(f.b, f.zero, f.n);
        switch (way) {
        case 0: vy_build_barrier(f.b, "workgroup"); break;
        case 1: vy_build_return(f.b); break;
        case 2: vy_build_let(f.b, vy_build_collective(f.b, "subgroup_add", 1, &f.n)); break;
        case 3: vy_build_leave(f.b, l); break;
        case 4: each_over_x(&f); break;
        case 5:
            vy_build_fixpoint_begin(f.b, f.zero, f.n);
            vy_build_end(f.b);
            break;
        }
        vy_build_end(f.b);
        vy_build_end(f.b);
        end(&f, way == 3 ? "V111" : "V107");
    }
    begin(&f, true); // loops inside may break
    vy_build_each_begin(f.b, f.zero, f.n);
    vy_build_loop_begin(f.b);
    vy_build_break(f.b);
    vy_build_end(f.b);
    vy_build_continue(f.b);
    vy_build_end(f.b);
    end(&f, NULL);
}

static void leave_does_not_cross_a_fixpoint(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, true);
    vy_label l = vy_build_block_begin(f.b);
    vy_build_fixpoint_begin(f.b, f.zero, f.n);
    vy_build_leave(f.b, l);
    vy_build_end(f.b);
    vy_build_end(f.b);
    end(&f, "V111");
}

static void nest(struct fixture *f, int depth)
{
    for (int i = 0; i < depth; i++)
        vy_build_if_begin(f->b, vy_build_bool(f->b, true));
    for (int i = 0; i < depth; i++)
        vy_build_end(f->b);
}

static void nesting(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, true);
    nest(&f, 64);
    end(&f, NULL);
    begin(&f, true);
    nest(&f, 65);
    end(&f, "V130");
    begin(&f, true);
    nest(&f, 50000); // must not use the stack
    end(&f, "V130");
}

/// Expressions deeper than the builder makes.
static void expression_depth(void **state)
{
    struct heard h = {0};
    vy_context *c = context_of(&h);
    (void)state;
    for (int deep = 0; deep < 2; deep++) {
        vy_program *p = everything(c);
        p->verified = false;
        vyi_ref r = literal(p, VY_TYPE_U32, 1), nothing = {0};
        for (int i = 1; i < (deep ? 100000 : 128); i++)
            r = vyi_node_fixed(p, VYI_OP_INV, VY_TYPE_U32, 0, r, nothing, nothing, 0);
        kids(p, VYI_OP_SET)[0] = r;
        assert_int_equal(vy_program_verify(p), deep ? VY_ERROR_PROGRAM : VY_OK);
        assert_int_equal(said(&h, "V131"), deep);
        vy_program_destroy(&p);
    }
    vy_context_destroy(&c);
}

static void all_errors_in_one_run(void **state)
{
    struct heard h = {0};
    vy_context *c = context_of(&h);
    vy_program *p = everything(c);
    (void)state;
    p->verified = false;
    names_equal(p);
    store_to_in(p);
    load_release(p);
    if_condition(p);
    break_outside(p);
    assert_int_equal(vy_program_verify(p), VY_ERROR_PROGRAM);
    const char *const codes[] = {"V076", "V118", "V122", "V114", "V108"};
    for (size_t i = 0; i < 5; i++)
        assert_true(said(&h, codes[i]));
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

static void warnings(void **state)
{
    struct fixture f;
    vy_program *p;
    (void)state;
    begin(&f, true);
    vy_decl a = vy_build_array(f.b, VY_TYPE_U32, 4);
    vy_value four = vy_build_u32(f.b, 4), minus = vy_build_i32(f.b, -1),
             three = vy_build_u32(f.b, 3);
    vy_build_let(f.b, vy_op(f.b, "/", f.n, f.zero));
    vy_build_let(f.b, vy_op(f.b, "%", f.n, four));
    vy_build_store(f.b, a, 1, &four, NULL, f.n);
    vy_build_store(f.b, a, 1, &three, "/", f.zero);
    vy_build_let(f.b, vy_load(f.b, f.hits, minus));
    vy_build_let(f.b, vy_load(f.b, f.hits, three));
    vy_build_let(f.b, vy_op(f.b, "/", vy_build_f32(f.b, 1), vy_build_f32(f.b, 0)));
    assert_int_equal(vy_builder_finish(&f.b, &p), 0);
    assert_int_equal(f.h.warnings, 4);
    assert_string_equal(f.h.warning[0], "V140");
    assert_string_equal(f.h.warning[1], "V141");
    assert_string_equal(f.h.warning[2], "V140");
    assert_string_equal(f.h.warning[3], "V141");
    vy_program_destroy(&p);
    vy_context_destroy(&f.c);
}

static void local_arrays_add_up(void **state)
{
    struct fixture f;
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        begin(&f, true);
        vy_build_if_begin(f.b, vy_build_bool(f.b, true));
        vy_build_array(f.b, VY_TYPE_U64, 256);
        vy_build_end(f.b);
        vy_build_array(f.b, VY_TYPE_BOOL, 512 + more);
        end(&f, more ? "V135" : NULL);
    }
}

static void names(void **state)
{
    static const char *const bad[] = {"", "9a", "a b", "gid", "u32", "in", "é", "let"};
    struct heard h = {0};
    vy_context *c = context_of(&h);
    char longest[65];
    vy_builder *b;
    (void)state;
    memset(longest, 'n', 64);
    longest[64] = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(vy_builder_create(c, bad[i], false, &b), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_builder_create(c, longest, false, &b), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_builder_create(c, longest + 1, false, &b), VY_OK);
    vy_builder_destroy(&b);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoilt_programs),
        cmocka_unit_test(an_index_is_missing),
        cmocka_unit_test(device_may_choose_the_grid),
        cmocka_unit_test(missing_grid_is_proposed),
        cmocka_unit_test(inside_each),
        cmocka_unit_test(leave_does_not_cross_a_fixpoint),
        cmocka_unit_test(nesting),
        cmocka_unit_test(expression_depth),
        cmocka_unit_test(all_errors_in_one_run),
        cmocka_unit_test(warnings),
        cmocka_unit_test(local_arrays_add_up),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
