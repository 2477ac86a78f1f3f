// Atomic operations on the oracle: every operation on every element type, with edge values.
#include "support/trial.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const uint8_t types[4] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64};
static const char *const names[8] = {"add", "sub", "and", "or", "xor", "min", "max", "exchange"};

static uint64_t cut(uint8_t type, uint64_t v)
{
    return vyi_type_bytes(type) == 4 ? (uint32_t)v : v;
}

/// By two's complement alone, and for min and max by the order with the sign bit turned over.
static uint64_t expected(unsigned op, uint8_t type, uint64_t old, uint64_t v)
{
    uint64_t sign = vyi_type_bytes(type) == 4 ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
    uint64_t flip = type == VY_TYPE_I32 || type == VY_TYPE_I64 ? sign : 0;
    switch (op) {
    case 0: return cut(type, old + v);
    case 1: return cut(type, old + ~v + 1);
    case 2: return ~(~old | ~v);
    case 3: return cut(type, ~(~old & ~v));
    case 4: return (old | v) - (old & v);
    case 5: return (old ^ flip) < (v ^ flip) ? old : v;
    case 6: return (old ^ flip) < (v ^ flip) ? v : old;
    default: return v;
    }
}

static void every_operation_on_every_type(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 4; t++)
        for (unsigned op = 0; op < 8; op++) {
            uint64_t top = vyi_type_bytes(types[t]) == 4 ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
            const uint64_t edges[6] = {0, 1, top, top - 1, cut(types[t], UINT64_MAX), 0x1234};
            char text[600], olds[36 * 8], values[36 * 8];
            size_t bytes = vyi_type_bytes(types[t]);
            for (unsigned i = 0; i < 36; i++) {
                memcpy(olds + i * bytes, &edges[i / 6], bytes);
                memcpy(values + i * bytes, &edges[i % 6], bytes);
            }
            snprintf(text, sizeof text,
                     "program t\ninout a: atomic %s[]\nin v: %s[36]\nout old: %s[37]\n"
                     "workgroup 37\ngrid 37\n"
                     "old[gid.x] = atomic_%s(a[gid.x], v[gid.x], acq_rel, system)\n",
                     vyi_type_name(types[t]), vyi_type_name(types[t]), vyi_type_name(types[t]),
                     names[op]);
            struct trial r = {.text = text,
                              .detect = true,
                              .schedule = op % VYI_SCHEDULE_COUNT,
                              .bind = {{"a", olds, 36 * bytes}, {"v", values, 36 * bytes}}};
            if (trial_run(&r) != VY_OK)
                fail_msg("%s\n%s", text, r.log);
            assert_int_equal(r.result.out_of_bounds, 2); // the last one: its load and its atomic
            assert_int_equal(r.result.races, 0);
            for (unsigned i = 0; i < 37; i++) {
                uint64_t old = 0, new = 0, was = i < 36 ? edges[i / 6] : 0;
                memcpy(&old, (char *)trial_buffer(&r, "old") + i * bytes, bytes);
                if (old != was)
                    fail_msg("atomic_%s gave %#" PRIx64 ", not %#" PRIx64, names[op], old, was);
                if (i == 36)
                    break; // out of bounds: 0, and nothing written
                memcpy(&new, (char *)trial_buffer(&r, "a") + i * bytes, bytes);
                if (new != expected(op, types[t], was, edges[i % 6]))
                    fail_msg("atomic_%s of %s %#" PRIx64 " and %#" PRIx64 " left %#" PRIx64,
                             names[op], vyi_type_name(types[t]), was, edges[i % 6], new);
            }
            trial_free(&r);
        }
}

static void compare_exchange_writes_only_what_matches(void **state)
{
    struct trial t = {.text = "program t\ninout a: atomic i64[]\nout old: i64[3]\nworkgroup 1\n"
                              "grid 1\nold[0] = atomic_compare_exchange(a[0], -1, 7)\n"
                              "old[1] = atomic_compare_exchange(a[1], 5, 8, acquire)\n"
                              "old[2] = atomic_compare_exchange(a[2], 0, 9)\n"};
    static const int64_t a[2] = {-1, 6}, left[2] = {7, 6}, old[3] = {-1, 6, 0};
    (void)state;
    t.bind[0].name = "a", t.bind[0].data = a, t.bind[0].bytes = sizeof a;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_memory_equal(trial_buffer(&t, "a"), left, sizeof left);
    assert_memory_equal(trial_buffer(&t, "old"), old, sizeof old);
    assert_int_equal(t.result.out_of_bounds, 1);
    trial_free(&t);
}

static void statements_on_atomic_buffers_are_atomic(void **state)
{
    // 256 invocations at once: one lost update would show.
    struct trial t = {.text = "program t\nout a: atomic u32[5]\nshared s: atomic i32[1]\n"
                              "out y: u32[2]\nworkgroup 128\ngrid 256\n"
                              "a[0] += gid.x  a[1] -= 3  a[2] |= 1 << (gid.x % 32)\n"
                              "a[3] ^= gid.x  s[0] += 2\n"
                              "if gid.x < 32 { a[4] |= 1 << gid.x }\nbarrier grid\n"
                              "if gid.x < 31 { a[4] &= ~(1 << gid.x) }\n"
                              "if lid.x == 0 { y[wid.x] = u32(s[0]) }\n",
                      .detect = true};
    static const uint32_t a[5] = {255 * 128, (uint32_t)-768, UINT32_MAX, 0, 0x80000000};
    static const uint32_t y[2] = {256, 256};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_OK);
        assert_memory_equal(trial_buffer(&t, "a"), a, sizeof a);
        assert_memory_equal(trial_buffer(&t, "y"), y, sizeof y);
        assert_int_equal(t.result.races + t.result.unordered_stores, 0);
        trial_free(&t);
    }
}

static void loads_and_stores_with_orders(void **state)
{
    struct trial t = {.text =
                          "program t\nout a: atomic u64[3]\nout y: u64[3]\nworkgroup 1\ngrid 1\n"
                          "a[0] = 0xFFFF_FFFF_0000_0001\natomic_store(a[1], 2, release, system)\n"
                          "atomic_store(a[2], 3, relaxed, workgroup)\natomic_store(a[9], 4)\n"
                          "y[0] = a[0]\ny[1] = atomic_load(a[1], acquire, system)\n"
                          "y[2] = atomic_load(a[2], acquire, workgroup) + atomic_load(a[3])\n"};
    static const uint64_t y[3] = {0xffffffff00000001, 2, 3};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_memory_equal(trial_buffer(&t, "y"), y, sizeof y);
    assert_int_equal(t.result.out_of_bounds, 2);
    trial_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_on_every_type),
        cmocka_unit_test(compare_exchange_writes_only_what_matches),
        cmocka_unit_test(statements_on_atomic_buffers_are_atomic),
        cmocka_unit_test(loads_and_stores_with_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
