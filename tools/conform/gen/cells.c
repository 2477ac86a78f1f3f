// Statements for cells of the coverage table that chance alone would seldom fill, other ones for
// each seed.
#include "gen.h"

// ---- functions that take buffers ----
void gen_functions_of_buffers(struct gen *g)
{
    const char *type = vy_type_name(g->passed);
    if (g->seed % 4 < 2) {
        cover(g, CONFORM_CALL_TYPED, g->passed);
        P("fn f2[T: any](q: in T[], k: u32) -> T, u32 {\n");
    } else {
        P("fn f2(q: in %s[], k: u32) -> %s, u32 {\n", type, type);
    }
    P("if k %% 5 == %u { return q[len(q) - 1], len(q) }\n", pick(g, 5));
    P("return q[k], k\n}\n");
    P("fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }\n");
    P("fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }\n");
    P("fn f6[T: any](a: T, q: in T[]) -> T {\n"
      "shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]\n"
      "let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x\n"
      "t[me] = a == q[0] ? q[0] : a\nbarrier workgroup\nlet got = t[len(t) - 2 - me]\n"
      "barrier workgroup\nreturn got\n}\n");
    P("fn f3(q: inout u32[], v: u32) {\nif v %% 3 == 0 { return }\nq[0] %s= v\n}\n",
      one_in(g, 2) ? "+" : "^");
}

/// A buffer of the type that f2 takes, as it is or a part of it, an array or the table.
static void passed_buffer(struct gen *g, const struct gen_local *array)
{
    const char *type = vy_type_name(g->passed);
    uint32_t kind = pick(g, 4);
    if (kind == 0 && g->passed == VY_TYPE_U32) {
        cover(g, CONFORM_ARG_TABLE, VY_TYPE_U32);
        P("TABLE");
    } else if (kind < 2) {
        cover(g, CONFORM_ARG_ARRAY, g->passed);
        P("%s", array->name);
    } else if (kind == 2) {
        cover(g, CONFORM_ARG_BUFFER, g->passed);
        P("fixed_%s", type);
    } else {
        cover(g, CONFORM_ARG_SLICE, g->passed);
        P("fixed_%s[", type);
        gen_small(g, 6, LEVEL_LANE);
        P("..");
        gen_small(g, 14, LEVEL_LANE);
        P("]");
    }
}

static void wanted_calls(struct gen *g)
{
    struct gen_local *array = gen_local(g, g->passed, LEVEL_LANE, true, 'a');
    array->length = 1 + pick(g, 5);
    P("var %s: %s[%u]\n%s[%u] = ", array->name, vy_type_name(g->passed), array->length, array->name,
      array->length / 2);
    gen_expr(g, g->passed, LEVEL_LANE, 1);
    P("\n");
    cover(g, CONFORM_CALL_VALUES, g->passed);
    P("let v%u, v%u = f2(", g->names, g->names + 1);
    passed_buffer(g, array);
    P(", ");
    gen_small(g, 14, LEVEL_LANE);
    P(")\n");
    (void)gen_local(g, g->passed, LEVEL_LANE, false, 'v');
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
    static const char *const passed[] = {"f5", "(&)", "(+)", "min", "(max)", "(*)"};
    uint32_t first = g->passed == VY_TYPE_BOOL ? 0 : 2, most = first ? 5 : 2, which = pick(g, most);
    cover(g, CONFORM_ARG_FUNCTION, g->passed);
    P("let v%u = f4(", g->names);
    gen_expr(g, g->passed, LEVEL_LANE, 1);
    P(", %s, %s)\n", array->name, passed[which ? first + which - 1 : 0]);
    (void)gen_local(g, g->passed, LEVEL_LANE, false, 'v');
    for (uint32_t i = 0; i < 2; i++) { // which share their memory
        cover(g, CONFORM_CALL_MEMORY, g->passed);
        P("let v%u = f6(", g->names);
        gen_expr(g, g->passed, LEVEL_LANE, 1);
        P(", %s)\n", array->name);
        (void)gen_local(g, g->passed, LEVEL_LANE, false, 'v');
    }
    if (g->modes[1] == MODE_PRIVATE) {
        cover(g, CONFORM_ARG_INOUT, VY_TYPE_U32);
        P("f3(b1[me..me + %u], ", 1 + pick(g, 2));
        gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
        P(")\n");
    }
}

// ---- cells ----
static void wanted_copy(struct gen *g)
{
    for (uint32_t k = 0; k < g->buffer_count; k++) {
        const struct gen_buffer *shared = &g->buffers[k];
        bool out = g->seed / 77 % 2;
        if (shared->role != VY_ROLE_SHARED || shared->atomic || shared->elem != g->copied)
            continue;
        (void)gen_copy_of(g, shared, out);
        return;
    }
}

/// The first of each workgroup waits for the one before, which is certain to run, and takes over
/// from it. An acquire that reads a released value sees what was written before.
static void relay(struct gen *g)
{
    static const char *const waits[] = {"atomic_load(turn[place - 1], acquire)",
                                        "atomic_load(turn[place - 1], acquire, device)",
                                        "atomic_add(turn[place - 1], 0, acq_rel)",
                                        "atomic_or(turn[place - 1], 0, acquire, device)"};
    static const char *const tells[] = {
        "atomic_store(turn[place], 1, release)", "atomic_store(turn[place], 1, release, device)",
        "atomic_exchange(turn[place], 1, acq_rel)", "atomic_add(turn[place], 1, release, device)"};
    cover(g, CONFORM_RELAY, g->relay);
    P("let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x\n"
      "if here == 0 {\nvar taken: u32 = ");
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P("\nif place > 0 {\nloop {\nif %s != 0 { break }\n", waits[pick(g, 4)]);
    if (g->service) {
        cover(g, CONFORM_PAUSE, VY_TYPE_NONE);
        P("pause()\n");
    }
    P("}\ntaken = taken * 3 + relayed[place - 1]\n}\nrelayed[place] = taken\n%s\n}\n",
      tells[pick(g, 4)]);
}

/// The collective and type of a number, counted round, of subgroups or of the others.
static void wanted_collective(const struct gen *g, uint64_t number, enum conform_row *row,
                              vy_type *type)
{
    uint32_t count = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t r = CONFORM_SUBGROUP_ADD; r <= CONFORM_SHUFFLE; r++) {
            bool subgroups = r < CONFORM_WORKGROUP_ADD || r >= CONFORM_BALLOT;
            for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++) {
                if (subgroups != g->subgroups || !(conform_row_types(r) >> t & 1))
                    continue;
                if (pass && !number--) {
                    *row = (enum conform_row)r;
                    *type = (vy_type)t;
                    return;
                }
                count++;
            }
        }
        number %= count;
    }
}

static void own_atomic(struct gen *g)
{
    for (uint32_t k = 0; k < g->buffer_count; k++) {
        const struct gen_buffer *b = &g->buffers[k];
        if (!b->own || g->modes[k] != MODE_PRIVATE)
            continue;
        enum conform_row row = (enum conform_row)(CONFORM_A_ADD + g->seed % 11);
        if (row == CONFORM_A_STORE) {
            gen_own_store(g, b);
            return;
        }
        P("let v%u = ", g->names);
        gen_own_atomic_of(g, b, row);
        P("\n");
        (void)gen_local(g, b->elem, LEVEL_LANE, false, 'v');
        return;
    }
}

void gen_wanted(struct gen *g)
{
    if (g->gridless || g->focus)
        return;
    if (g->grid_function && one_in(g, 2))
        gen_call(g);
    uint64_t count = g->subgroups ? 11 : 3, from = (g->subgroups ? g->seed / 8 : g->seed) * count;
    for (uint64_t i = from; i < from + count; i++) {
        enum conform_row row = CONFORM_BALLOT;
        vy_type type = VY_TYPE_U32;
        wanted_collective(g, i, &row, &type);
        P("let v%u = ", g->names);
        enum level level = gen_collective(g, row, type);
        P("\n");
        (void)gen_local(g, type, level, false, 'v');
    }
    own_atomic(g);
    if (g->relay)
        relay(g);
    if (g->passed)
        wanted_calls(g);
    if (g->copied)
        wanted_copy(g);
    if (g->service && one_in(g, 2))
        gen_serve(g);
    if (one_in(g, 2))
        (void)gen_atomic(g);
    if (g->subgroups && one_in(g, 10)) {
        g->budget = 2;
        gen_loop_together(g, LEVEL_SUBGROUP);
        g->budget = 0;
    }
    if (one_in(g, 20)) {
        bool subgroups = g->subgroups && one_in(g, 2);
        g->budget = 2;
        gen_labelled(g, pick(g, 2) ? LEVEL_LANE : subgroups ? LEVEL_SUBGROUP : LEVEL_GROUP);
        g->budget = 0;
    }
    if (one_in(g, 16)) {
        vy_type type = gen_type(g);
        P("let v%u = ", g->names);
        gen_collectives_in_arms(g, type);
        P("\n");
        (void)gen_local(g, type, LEVEL_LANE, false, 'v');
    }
}
