// The builder: programs come out as they were said, and each wrong call is named at once.
#include "ir/program.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { KEPT = 8 };

/// What the context heard.
struct heard {
    uint32_t count, warnings;
    char code[KEPT][8], message[KEPT][200], fix[KEPT][160];
};

static void hear(void *user, const vy_diag *d)
{
    struct heard *h = user;
    if (d->severity != VY_SEVERITY_ERROR) {
        h->warnings++;
        return;
    }
    if (h->count < KEPT) {
        strncpy(h->code[h->count], d->code, 7);
        strncpy(h->message[h->count], d->message, 199);
        strncpy(h->fix[h->count], d->fix ? d->fix : "", 159);
    }
    h->count++;
}

struct fixture {
    vy_context *context;
    vy_builder *b;
    struct heard heard;
    vy_decl x, y, hits;
    vy_value n;
};

static const vy_value none = {0};

static void begin(struct fixture *f, bool service)
{
    *f = (struct fixture){0};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = hear, .diag_user = &f->heard), &f->context), 0);
    assert_int_equal(vy_builder_create(f->context, "made", service, &f->b), 0);
    f->x = vy_build_buffer(
        f->b, vy_build_buffer_params(.name = "x", .role = VY_ROLE_IN, .elem = VY_TYPE_U32));
    f->n = vy_build_len(f->b, f->x);
    f->y = vy_build_buffer(f->b, vy_build_buffer_params(.name = "y", .role = VY_ROLE_OUT,
                                                        .elem = VY_TYPE_U32, .sizes = {f->n}));
    f->hits = vy_build_buffer(f->b, vy_build_buffer_params(.name = "hits", .role = VY_ROLE_OUT,
                                                           .elem = VY_TYPE_U32, .atomic = true,
                                                           .sizes = {vy_build_u32(f->b, 4)}));
    vy_build_workgroup(f->b, 64, 0, 0);
    vy_build_grid(f->b, f->n, none, none);
}

static void end(struct fixture *f)
{
    vy_builder_destroy(&f->b);
    vy_context_destroy(&f->context);
}

/// The builder must have said exactly this, and finish must fail.
static void expect(struct fixture *f, const char *code, const char *message)
{
    vy_program *p = NULL;
    if (f->heard.count != 1)
        fail_msg("%u errors, expected %s %s; first: %s", f->heard.count, code, message,
                 f->heard.message[0]);
    assert_string_equal(f->heard.message[0], message);
    assert_string_equal(f->heard.code[0], code);
    assert_true(f->heard.fix[0][0] != 0);
    assert_int_equal(vy_builder_finish(&f->b, &p), VY_ERROR_PROGRAM);
    assert_null(p);
    assert_null(f->b);
    assert_int_equal(f->heard.count, 1);
    end(f);
}

static vy_program *finish(struct fixture *f)
{
    vy_program *p = NULL;
    vy_status status = vy_builder_finish(&f->b, &p);
    if (status)
        fail_msg("%s: %s", f->heard.code[0], f->heard.message[0]);
    assert_non_null(p);
    return p;
}

static const struct vyi_node *kid(const vy_program *p, const struct vyi_node *n, uint32_t i)
{
    const vyi_ref *kids;
    assert_true(i < vyi_kids(p, n, &kids));
    return vyi_at(p, kids[i]);
}

// ---- what comes out ----
static void makes_a_tree(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value i = vy_build_let(f.b, vy_build_id(f.b, "gid.x"));
    vy_build_if_begin(f.b, vy_op(f.b, "<", i, f.n));
    vy_build_store(f.b, f.y, 1, &i, "+", vy_op(f.b, "*", vy_load(f.b, f.x, i), i));
    vy_build_end(f.b);
    vy_program *p = finish(&f);
    const struct vyi_node *body = vyi_at(p, p->body);
    assert_int_equal(body->op, VYI_OP_SEQ);
    assert_int_equal(body->x, 2);
    assert_int_equal(kid(p, body, 0)->op, VYI_OP_DEFINE);
    const struct vyi_node *branch = kid(p, body, 1);
    assert_int_equal(branch->op, VYI_OP_IF);
    assert_int_equal(kid(p, branch, 0)->op, VYI_OP_LT);
    assert_int_equal(kid(p, branch, 0)->type, VY_TYPE_BOOL);
    assert_int_equal(branch->kid[2].i, 0);
    const struct vyi_node *store = kid(p, kid(p, branch, 1), 0);
    assert_int_equal(store->op, VYI_OP_STORE);
    assert_int_equal(store->x, 1);
    assert_int_equal(store->aux2, VYI_OP_ADD);
    assert_int_equal(kid(p, store, 1)->op, VYI_OP_MUL);
    assert_true(p->verified);
    vy_program_destroy(&p);
    end(&f);
}

static void launch_expressions_are_u64(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value k = vy_build_param_default(f.b, "k", VY_TYPE_U32, 3);
    vy_value wide = vy_build_param(f.b, "wide", VY_TYPE_U64);
    vy_value m = vy_build_const(f.b, VY_TYPE_U32, vy_op(f.b, "-", f.n, vy_build_u32(f.b, 1)));
    vy_value size = vy_op(f.b, "*", vy_build_cast(f.b, VY_TYPE_U64, vy_op(f.b, "+", m, k)), wide);
    vy_decl z = vy_build_buffer(f.b, vy_build_buffer_params(.name = "z", .role = VY_ROLE_SCRATCH,
                                                            .elem = VY_TYPE_U8, .rank = 2,
                                                            .sizes = {size, k}));
    vy_build_store(f.b, z, 2, (vy_value[]){m, k}, NULL, k); // and in the body they keep their own
    vy_program *p = finish(&f);
    const struct vyi_node *mul = vyi_at(p, p->buffers.at[3].size[0]);
    assert_int_equal(mul->op, VYI_OP_MUL);
    assert_int_equal(mul->type, VY_TYPE_U64);
    assert_int_equal(kid(p, mul, 0)->op, VYI_OP_ADD); // the cast is gone
    assert_int_equal(kid(p, mul, 0)->type, VY_TYPE_U64);
    assert_int_equal(kid(p, kid(p, mul, 0), 0)->op, VYI_OP_CONST);
    assert_int_equal(kid(p, kid(p, mul, 0), 0)->type, VY_TYPE_U64);
    assert_int_equal(kid(p, kid(p, mul, 0), 1)->type, VY_TYPE_U64);
    const struct vyi_node *minus = vyi_at(p, p->consts.at[0].value);
    assert_int_equal(kid(p, minus, 0)->op, VYI_OP_LEN);
    assert_int_equal(kid(p, minus, 0)->type, VY_TYPE_U64);
    assert_int_equal(kid(p, minus, 1)->type, VY_TYPE_U64);
    const struct vyi_node *store = kid(p, vyi_at(p, p->body), 0);
    assert_int_equal(kid(p, store, 0)->type, VY_TYPE_U32);
    assert_int_equal(kid(p, store, 2)->type, VY_TYPE_U32);
    vy_program_destroy(&p);
    end(&f);
}

static void constants_of_literals_fold(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value c = vy_build_const(
        f.b, VY_TYPE_U32, vy_op(f.b, "ceil_div", vy_build_u32(f.b, 10), vy_build_u32(f.b, 4)));
    vy_value i = vy_build_u32(f.b, 0);
    vy_build_store(f.b, f.y, 1, &i, NULL, c);
    vy_program *p = finish(&f);
    assert_int_equal(p->consts.count, 0);
    const struct vyi_node *value = kid(p, kid(p, vyi_at(p, p->body), 0), 1);
    assert_int_equal(value->op, VYI_OP_LITERAL);
    assert_int_equal(value->type, VY_TYPE_U32);
    assert_int_equal(vyi_literal_bits(value), 3);
    vy_program_destroy(&p);
    end(&f);
}

static void passes_are_a_local_only_if_used(void **state)
{
    struct fixture f;
    (void)state;
    for (int use = 0; use < 2; use++) {
        begin(&f, false);
        vy_value k = vy_build_fixpoint_begin(f.b, vy_build_u32(f.b, 0), vy_build_u32(f.b, 9));
        vy_build_if_begin(f.b, vy_op(f.b, "<", k, vy_build_id(f.b, "lid.x")));
        vy_build_again(f.b);
        vy_build_end(f.b);
        vy_value passes = vy_build_end(f.b);
        vy_value i = vy_build_let(f.b, vy_build_id(f.b, "gid.x"));
        vy_build_store(f.b, f.y, 1, &i, NULL, use ? passes : vy_build_u32(f.b, 1));
        vy_program *p = finish(&f);
        assert_int_equal(p->locals.count, 2 + use);
        assert_int_equal(kid(p, vyi_at(p, p->body), 0)->aux, use ? 3 : 0);
        assert_int_equal(kid(p, vyi_at(p, p->body), 1)->x, 1); // the let after it
        if (use)
            assert_int_equal(kid(p, kid(p, vyi_at(p, p->body), 2), 1)->x, 2);
        vy_program_destroy(&p);
        end(&f);
    }
}

static void literals_have_one_form(void **state)
{
    struct fixture f;
    uint32_t odd_nan = 0xffc12345;
    float nan;
    (void)state;
    memcpy(&nan, &odd_nan, 4);
    begin(&f, false);
    vy_build_let(f.b, vy_build_f32(f.b, nan));
    vy_build_let(f.b, vy_build_i32(f.b, -1));
    vy_build_let(f.b, vy_build_f64(f.b, -0.0));
    vy_build_let(f.b, vy_build_bool(f.b, true));
    vy_program *p = finish(&f);
    const struct vyi_node *body = vyi_at(p, p->body);
    assert_int_equal(vyi_literal_bits(kid(p, kid(p, body, 0), 0)), 0x7fc00000);
    assert_int_equal(vyi_literal_bits(kid(p, kid(p, body, 1), 0)), 0xffffffff);
    assert_true(vyi_literal_bits(kid(p, kid(p, body, 2), 0)) == 0x8000000000000000);
    assert_int_equal(vyi_literal_bits(kid(p, kid(p, body, 3), 0)), 1);
    vy_program_destroy(&p);
    end(&f);
}

static void else_if_chains_may_be_long(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value i = vy_build_let(f.b, vy_build_id(f.b, "gid.x"));
    for (uint32_t k = 0; k < 500; k++) {
        vy_build_if_begin(f.b, vy_op(f.b, "==", i, vy_build_u32(f.b, k)));
        vy_build_store(f.b, f.y, 1, &i, NULL, vy_build_u32(f.b, k));
        vy_build_else(f.b);
    }
    vy_build_store(f.b, f.y, 1, &i, NULL, i);
    for (uint32_t k = 0; k < 500; k++)
        vy_build_end(f.b);
    vy_program *p = finish(&f);
    vy_program_destroy(&p);
    end(&f);
}

// ---- wrong calls ----
static void wrong_operands(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value sum = vy_op(f.b, "+", vy_build_u32(f.b, 1), vy_build_u64(f.b, 2));
    assert_int_equal(sum.ref, 0);
    vy_build_let(f.b, vy_op(f.b, "-", sum)); // nothing goes on without a word
    expect(&f, "V113", "vy_build_op(\"+\"): operand 2 of '+' is u64, operand 1 is u32");

    begin(&f, false);
    vy_op(f.b, "sqrt", vy_build_u32(f.b, 1));
    expect(&f, "V112", "vy_build_op(\"sqrt\"): operand 1 of 'sqrt' is u32");

    begin(&f, false);
    vy_op(f.b, "<<", vy_build_u32(f.b, 1), vy_build_f32(f.b, 1));
    expect(&f, "V112", "vy_build_op(\"<<\"): operand 2 of '<<' is f32");

    begin(&f, false);
    vy_op(f.b, "&&", vy_build_bool(f.b, true), vy_build_u32(f.b, 1));
    expect(&f, "V114", "vy_build_op(\"&&\"): operand 2 of '&&' is u32, where bool is wanted");

    begin(&f, false);
    vy_op(f.b, "?", vy_build_bool(f.b, true), vy_build_u32(f.b, 1), vy_build_i32(f.b, 1));
    expect(&f, "V113", "vy_build_op(\"?\"): operand 3 of '?' is i32, operand 2 is u32");

    begin(&f, false);
    vy_op(f.b, "min", vy_build_u32(f.b, 1));
    expect(&f, "V070", "vy_build_op(\"min\"): it takes 2 operands, 1 is given");

    begin(&f, false);
    vy_op(f.b, "popcont", vy_build_u32(f.b, 1));
    assert_string_equal(f.heard.fix[0], "did you mean 'popcount'?");
    expect(&f, "V073", "vy_build_op(\"popcont\"): there is no operator 'popcont'");

    begin(&f, false);
    vy_build_cast(f.b, VY_TYPE_U8, vy_build_u32(f.b, 1));
    expect(&f, "V070", "vy_build_cast(\"u8\"): values are not of this type");

    begin(&f, false);
    vy_build_id(f.b, "gid.w");
    expect(&f, "V073", "vy_build_id(\"gid.w\"): there is no id 'gid.w'");

    begin(&f, false);
    vy_op(f.b, "clock", none);
    expect(&f, "V070", "vy_build_op(\"clock\"): it takes 0 operands, 1 is given");

    begin(&f, false);
    vy_build_op(f.b, "clock", 0, NULL);
    expect(&f, "V093", "vy_build_op(\"clock\"): clock() is for service programs");
}

static void single_use(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value s = vy_op(f.b, "+", f.n, f.n); // a leaf, as often as one likes
    vy_build_let(f.b, s);
    vy_build_let(f.b, s);
    expect(&f, "V071", "vy_build_let(): the value was already used, and a value is used once");

    begin(&f, false);
    vy_build_let(f.b, none);
    expect(&f, "V070", "vy_build_let(): the value is nothing");

    begin(&f, false);
    vy_build_let(f.b, (vy_value){12345});
    expect(&f, "V070", "vy_build_let(): the value is nothing");
}

static void scopes(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_build_if_begin(f.b, vy_build_bool(f.b, true));
    vy_value inner = vy_build_let(f.b, f.n);
    vy_value hidden = vy_op(f.b, "+", inner, f.n); // reads it deep inside
    vy_build_end(f.b);
    vy_build_let(f.b, vy_op(f.b, "*", hidden, f.n));
    expect(&f, "V072", "vy_build_op(\"*\"): operand 1 belongs to a block that has ended");

    begin(&f, false);
    vy_build_if_begin(f.b, vy_build_bool(f.b, true));
    inner = vy_build_let(f.b, f.n);
    vy_build_else(f.b);
    vy_build_let(f.b, inner);
    expect(&f, "V072", "vy_build_let(): the value belongs to a block that has ended");

    begin(&f, false);
    vy_build_loop_begin(f.b);
    vy_decl a = vy_build_array(f.b, VY_TYPE_U32, 4);
    vy_build_break(f.b);
    vy_build_end(f.b);
    vy_build_store(f.b, a, 1, &f.n, NULL, f.n);
    expect(&f, "V072", "vy_build_store(): what to store to belongs to a block that has ended");
}

static void placement(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_build_end(f.b);
    expect(&f, "V074", "vy_build_end(): nothing is open");

    begin(&f, false);
    vy_build_else(f.b);
    expect(&f, "V074", "vy_build_else(): the innermost open block is no if without an else");

    begin(&f, false);
    vy_build_fixpoint_begin(f.b, vy_build_u32(f.b, 0), f.n);
    vy_build_break(f.b);
    expect(&f, "V074", "vy_build_break(): it is inside no for, while or loop");

    begin(&f, false);
    vy_build_each_begin(f.b, vy_build_u32(f.b, 0), f.n);
    vy_build_continue(f.b); // belongs to the each
    vy_build_break(f.b);
    expect(&f, "V074", "vy_build_break(): it is inside no for, while or loop");

    begin(&f, false);
    vy_build_again(f.b);
    expect(&f, "V074", "vy_build_again(): it is inside no fixpoint");

    begin(&f, false);
    vy_label l = vy_build_block_begin(f.b);
    vy_build_end(f.b);
    vy_build_leave(f.b, l);
    expect(&f, "V074", "vy_build_leave(): that block is not open");

    begin(&f, false);
    vy_build_barrier(f.b, "device");
    expect(&f, "V073", "vy_build_barrier(\"device\"): there is no barrier 'device'");

    begin(&f, false);
    vy_build_fence(f.b);
    expect(&f, "V093", "vy_build_fence(): fence() is for service programs");
}

static void leftovers(void **state)
{
    struct fixture f;
    vy_program *p;
    vy_value zero;
    (void)state;
    begin(&f, false);
    vy_build_loop_begin(f.b);
    assert_int_equal(vy_builder_finish(&f.b, &p), VY_ERROR_PROGRAM);
    assert_string_equal(f.heard.message[0], "vy_builder_finish(): 1 block was not ended");
    end(&f);

    begin(&f, false);
    zero = vy_build_u32(f.b, 0);
    vy_op(f.b, "+", // the atomic is inside
          vy_build_atomic(f.b, "atomic_add", f.hits, 1, &zero, 1, &f.n, NULL, NULL), zero);
    assert_int_equal(vy_builder_finish(&f.b, &p), VY_ERROR_PROGRAM);
    assert_int_equal(f.heard.count, 1);
    assert_string_equal(f.heard.code[0], "V075");
    end(&f);

    begin(&f, false);
    vy_op(f.b, "+", f.n, f.n); // pure: does no harm
    p = finish(&f);
    vy_program_destroy(&p);
    end(&f);
}

static void memory_calls(void **state)
{
    struct fixture f;
    vy_value i[2];
    (void)state;
    begin(&f, false);
    vy_build_store(f.b, f.x, 1, &f.n, NULL, f.n);
    expect(&f, "V118", "vy_build_store(): 'x' is declared 'in' and cannot be written");

    begin(&f, false);
    i[0] = i[1] = f.n;
    vy_build_load(f.b, f.x, 2, i);
    expect(&f, "V123", "vy_build_load(): 'x' has 1 size, 2 indices are given");

    begin(&f, false);
    i[0] = vy_build_f32(f.b, 1);
    vy_build_load(f.b, f.x, 1, i);
    expect(&f, "V114", "vy_build_load(): index 1 of 'x' is f32, where an integer is wanted");

    begin(&f, false);
    vy_build_atomic(f.b, "atomic_add", f.y, 1, &f.n, 1, &f.n, NULL, NULL);
    expect(
        &f, "V119",
        "vy_build_atomic(\"atomic_add\"): 'y' is not an atomic buffer, which 'atomic_add' needs");

    begin(&f, false);
    vy_build_atomic(f.b, "atomic_load", f.hits, 1, &f.n, 0, NULL, "release", NULL);
    expect(&f, "V122", "vy_build_atomic(\"atomic_load\"): 'atomic_load' cannot be release");

    begin(&f, false);
    vy_build_atomic(f.b, "atomic_add", f.hits, 1, &f.n, 1, &f.n, "relaxd", NULL);
    assert_string_equal(f.heard.fix[0], "did you mean 'relaxed'?");
    expect(&f, "V073", "vy_build_atomic(\"atomic_add\"): there is no ordering 'relaxd'");

    begin(&f, false);
    vy_build_store(f.b, f.hits, 1, &f.n, "*", f.n);
    expect(&f, "V120", "vy_build_store(\"*\"): 'hits' is atomic, and '*=' is no atomic operation");

    begin(&f, false);
    vy_build_load_bytes(f.b, "u32_at", f.x, f.n);
    expect(&f, "V114", "vy_build_load_bytes(\"u32_at\"): 'x' is u32, where a u8 buffer is wanted");

    begin(&f, false);
    vy_build_async_copy(f.b, f.y, f.n, f.x, f.n, f.n);
    expect(&f, "V126",
           "vy_build_async_copy(): async_copy from 'x' to 'y': exactly one side must be shared");

    begin(&f, false);
    vy_build_set(f.b, vy_build_let(f.b, f.n), f.n);
    expect(&f, "V116", "vy_build_set(): local 0 is no var and is bound once");

    begin(&f, false);
    vy_build_eval(f.b, vy_op(f.b, "max", f.n, f.n));
    expect(&f, "V127", "vy_build_eval(): 'max' gives a value, and nothing takes it");

    begin(&f, false);
    i[0] = vy_build_f64(f.b, 1);
    vy_build_collective(f.b, "grid_iscan_max", 1, i);
    expect(&f, "V124",
           "vy_build_collective(\"grid_iscan_max\"): 'grid_iscan_max' does not take f64");

    begin(&f, false);
    vy_build_collective(f.b, "workgroup_ballot", 1, &f.n);
    expect(&f, "V073",
           "vy_build_collective(\"workgroup_ballot\"): there is no collective 'workgroup_ballot'");

    begin(&f, false);
    vy_build_print(f.b, "{} and {}", 1, &f.n);
    expect(&f, "V125", "vy_build_print(): the text has 2 '{}', and 1 value is given");
}

static void declarations(void **state)
{
    struct fixture f;
    const uint64_t values[] = {1, 300};
    (void)state;
    begin(&f, false);
    vy_build_param(f.b, "x", VY_TYPE_U32);
    expect(&f, "V076", "vy_build_param(\"x\"): 'x' is declared twice");

    begin(&f, false);
    vy_build_param(f.b, "for", VY_TYPE_U32);
    expect(&f, "V077", "vy_build_param(\"for\"): param 'for' is not a name");

    begin(&f, false);
    vy_build_param(f.b, "p", VY_TYPE_U8);
    expect(&f, "V096", "vy_build_param(\"p\"): param 'p' cannot be u8");

    begin(&f, false);
    vy_build_param_default(f.b, "p", VY_TYPE_BOOL, 2);
    expect(&f, "V097", "vy_build_param_default(\"p\"): the default does not fit bool");

    begin(&f, false);
    vy_build_table(f.b, VY_TYPE_U8, values, 2);
    expect(&f, "V097", "vy_build_table(\"u8\"): element 1 does not fit u8");

    begin(&f, false);
    vy_build_buffer(f.b,
                    vy_build_buffer_params(.name = "o", .role = VY_ROLE_OUT, .elem = VY_TYPE_U32));
    expect(&f, "V080",
           "vy_build_buffer(\"o\"): 'o' is declared 'out', so every size must be stated");

    begin(&f, false);
    vy_build_buffer(f.b, vy_build_buffer_params(.name = "s", .role = VY_ROLE_SHARED,
                                                .elem = VY_TYPE_U32, .sizes = {f.n}));
    expect(&f, "V082", "vy_build_buffer(\"s\"): the size of shared 's' is not made of literals");

    begin(&f, false);
    vy_build_buffer(f.b,
                    vy_build_buffer_params(.name = "s", .role = VY_ROLE_OUT, .elem = VY_TYPE_F32,
                                           .atomic = true, .sizes = {f.n}));
    expect(&f, "V083",
           "vy_build_buffer(\"s\"): 's' is atomic f32; atomics are u32, i32, u64 or i64");

    begin(&f, false);
    vy_build_buffer(f.b,
                    vy_build_buffer_params(.name = "s", .role = VY_ROLE_OUT, .elem = VY_TYPE_F32,
                                           .sizes = {vy_load(f.b, f.x, f.n)}));
    expect(&f, "V089", "vy_build_buffer(\"s\"): size 1: a load is not allowed here");

    begin(&f, false);
    vy_build_buffer(f.b,
                    vy_build_buffer_params(.name = "s", .role = VY_ROLE_OUT, .elem = VY_TYPE_F32,
                                           .sizes = {f.n}, .count = f.y, .align = 24));
    expect(&f, "V086", "vy_build_buffer(\"s\"): @align(24) of 's' is not a power of two");

    begin(&f, false);
    vy_build_const(f.b, VY_TYPE_F32, f.n);
    expect(&f, "V094", "vy_build_const(): a const over lengths and params cannot be f32");

    begin(&f, false);
    vy_build_grid(f.b, f.n, none, none);
    expect(&f, "V074", "vy_build_grid(): it was stated before");

    begin(&f, false);
    vy_build_len_axis(f.b, f.x, 1);
    expect(&f, "V070", "vy_build_len_axis(): axis 1 is past its 1 size");
}

static void depth_is_bounded(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, false);
    vy_value v = f.n;
    for (int i = 0; i < 127; i++)
        v = vy_op(f.b, "+", v, f.n);
    assert_int_equal(f.heard.count, 0);
    v = vy_op(f.b, "+", v, f.n);
    expect(&f, "V131", "vy_build_op(\"+\"): an expression is more than 128 operations deep");
}

static void nodes_are_bounded(void **state)
{
    struct fixture f;
    vy_program *p;
    (void)state;
    begin(&f, false);
    for (int i = 0; i < 500001; i++)
        vy_build_let(f.b, f.n);
    assert_int_equal(f.heard.count, 1);
    assert_string_equal(f.heard.code[0], "V132");
    assert_int_equal(vy_builder_finish(&f.b, &p), VY_ERROR_LIMIT);
    end(&f);
}

static void names_and_nothing(void **state)
{
    struct fixture f = {0};
    vy_builder *b = (vy_builder *)&f;
    vy_program *p = (vy_program *)&f;
    (void)state;
    vy_context_create(vy_context_params(.diag = hear, .diag_user = &f.heard), &f.context);
    assert_int_equal(vy_builder_create(f.context, "1st", false, &b), VY_ERROR_ARGUMENT);
    assert_null(b);
    assert_string_equal(f.heard.code[0], "V077");
    assert_int_equal(vy_builder_finish(&b, &p), VY_ERROR_ARGUMENT);
    assert_null(p);
    vy_build_barrier(NULL, "grid"); // no builder: nothing happens
    assert_int_equal(vy_build_u32(NULL, 1).ref, 0);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_a_tree),
        cmocka_unit_test(launch_expressions_are_u64),
        cmocka_unit_test(constants_of_literals_fold),
        cmocka_unit_test(passes_are_a_local_only_if_used),
        cmocka_unit_test(literals_have_one_form),
        cmocka_unit_test(else_if_chains_may_be_long),
        cmocka_unit_test(wrong_operands),
        cmocka_unit_test(single_use),
        cmocka_unit_test(scopes),
        cmocka_unit_test(placement),
        cmocka_unit_test(leftovers),
        cmocka_unit_test(memory_calls),
        cmocka_unit_test(declarations),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(nodes_are_bounded),
        cmocka_unit_test(names_and_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
