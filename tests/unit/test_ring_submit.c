// Programs as data through a live ring: what they leave, which buffers they see, how they end, what
// is refused.
//   test_ring_submit [ptx]
// $VYRE_RING_DEVICE: on another device than cpu.
#include "support/log.h"
#include "support/ring_device.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct test_log log;
    vy_context *context;
    vy_device *device;
    vy_mega *mega;
};

static int setup_with(void **state, const vy_mega_live_params *params)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    int bad =
        !f ||
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log), &f->context) ||
        vy_device_open(f->context, vy_device_params(.name = ring_device()), &f->device) ||
        vy_mega_create(f->device, params, &f->mega);
    if (f && bad)
        printf("%s\n", f->log.text);
    return bad;
}

static int setup(void **state)
{
    return setup_with(state, vy_mega_live_params(.programs = true, .workers = 2));
}

static int setup_one(void **state)
{
    return setup_with(state, vy_mega_live_params(.programs = true, .workers = 1));
}

static int setup_deadline(void **state)
{
    return setup_with(state, vy_mega_live_params(.programs = true, .workers = 1,
                                                 .deadline_ms = ring_is_slow() ? 3000 : 50));
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_mega_destroy(&f->mega);
    vy_device_close(&f->device);
    vy_context_destroy(&f->context);
    free(f);
    return 0;
}

static vy_program *parsed(struct fixture *f, const char *text)
{
    vy_program *p = NULL;
    vy_status status = vy_program_parse(f->context, vy_parse_params(.text = text), &p);
    if (!status)
        status = vy_program_verify(p);
    if (status)
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    return p;
}

static vy_mega_result wait_for(struct fixture *f, vy_ticket ticket)
{
    vy_mega_result result = {0};
    assert_int_equal(vy_mega_wait(f->mega,
                                  vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER),
                                  &result),
                     VY_OK);
    return result;
}

/// Submits the program of a text, which is destroyed at once, and waits for its end.
static vy_mega_result run(struct fixture *f, const char *text, const vy_arg *args)
{
    vy_program *p = parsed(f, text);
    vy_ticket ticket = 0;
    vy_status status =
        vy_mega_submit(f->mega, vy_mega_submit_params(.program = p, .args = args), &ticket);
    if (status)
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    vy_program_destroy(&p);
    return wait_for(f, ticket);
}

static vy_status refused(struct fixture *f, const char *text, const vy_arg *args, const char *why)
{
    vy_program *p = parsed(f, text);
    vy_ticket ticket = 7;
    test_log_clear(&f->log);
    vy_status status =
        vy_mega_submit(f->mega, vy_mega_submit_params(.program = p, .args = args), &ticket);
    assert_int_equal(ticket, 0);
    if (!strstr(f->log.text, why))
        printf("%s\n", f->log.text);
    assert_non_null(strstr(f->log.text, why));
    vy_program_destroy(&p);
    return status;
}

static void a_program_reads_and_writes(void **state)
{
    static const char text[] = "program p\nin x : u32[]\nparam k : u32 = 2\nout y : u32[len(x)]\n"
                               "inout n : atomic u32[1]\nscratch t : u32[len(x)]\n"
                               "shared s : u32[64]\n"
                               "workgroup 64\ngrid 64\n"
                               "for i in lid.x..len(x) step 64 { t[i] = x[i] * k }\n"
                               "s[lid.x] = lid.x\nbarrier workgroup\n"
                               "for i in lid.x..len(x) step 64 { y[i] = t[i] + s[63 - lid.x]\n"
                               "n[0] += 1 }\n";
    struct fixture *f = *state;
    uint32_t x[100], y[100], n = 5;
    for (uint32_t i = 0; i < 100; i++)
        x[i] = i, y[i] = 77;
    vy_mega_result r = run(f, text,
                           vy_args(vy_arg_in("x", x, sizeof x), vy_arg_out("y", y, sizeof y),
                                   vy_arg_inout("n", &n, 4), vy_arg_u32("k", 3)));
    assert_int_equal(r.status, VY_MEGA_DONE);
    assert_int_equal(n, 105);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(y[i], 3 * i + 63 - i % 64);
}

/// Buffers and values by name, which an argument of that name precedes.
static void bound_names_are_seen(void **state)
{
    static const char text[] = "program p\npersistent table : u32[]\nparam limit : u32\n"
                               "out y : u32[2]\nworkgroup 1\ngrid 1\n"
                               "y[0] = table[1] + limit\ny[1] = len(table)\ntable[0] += 1\n";
    struct fixture *f = *state;
    uint32_t data[4] = {10, 20, 30, 40}, y[2];
    vy_buffer *b = NULL;
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = sizeof data, .data = data), &b),
        VY_OK);
    assert_int_equal(refused(f, text, vy_args(vy_arg_out("y", y, sizeof y)), "table"),
                     VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_bind(f->mega, vy_args(vy_arg_buffer_range("table", b, 4, 12),
                                                   vy_arg_u32("limit", 7))),
                     VY_OK);
    assert_int_equal(run(f, text, vy_args(vy_arg_out("y", y, sizeof y))).status, VY_MEGA_DONE);
    assert_int_equal(y[0], 37);
    assert_int_equal(y[1], 3);
    assert_int_equal(
        run(f, text, vy_args(vy_arg_out("y", y, sizeof y), vy_arg_u32("limit", 100))).status,
        VY_MEGA_DONE);
    assert_int_equal(y[0], 130);
    assert_int_equal(vy_buffer_download(b, 0, data, sizeof data), VY_OK);
    assert_int_equal(data[1], 22);
    vy_buffer_destroy(&b); // still bound
}

/// What begins as zeros does so again, also where workers take turns, in memory of the host's, of a
/// program's own, and in bytes of a resident buffer that may begin anywhere.
static void buffers_begin_as_zeros(void **state)
{
    static const char text[] = "program p\nout r : u8[19]\nout y : u32[70]\nscratch t : u32[50]\n"
                               "shared s : u32[40]\nparam k : u32\nworkgroup 32\ngrid 32\n"
                               "if k != 0 {\nfor i in lid.x..70 step 32 { y[i] = k }\n"
                               "for i in lid.x..50 step 32 { t[i] = k }\n"
                               "for i in lid.x..40 step 32 { s[i] = k }\nr[lid.x] = 9\n} else {\n"
                               "for i in lid.x..50 step 32 { y[i] = t[i] | s[i] }\n"
                               "if lid.x < 19 { r[18] |= r[lid.x] }\n}\n";
    struct fixture *f = *state;
    uint8_t bytes[40];
    uint32_t y[70];
    vy_buffer *b = NULL;
    memset(bytes, 5, sizeof bytes);
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = sizeof bytes, .data = bytes), &b),
        VY_OK);
    for (uint32_t from = 1; from < 20; from += 5)
        for (uint32_t turn = 0; turn < 5; turn++) {
            const uint32_t k = turn < 4; // each worker has left something before
            memset(y, 7, sizeof y);
            assert_int_equal(run(f, text,
                                 vy_args(vy_arg_buffer_range("r", b, from, 19),
                                         vy_arg_out("y", y, sizeof y), vy_arg_u32("k", k)))
                                 .status,
                             VY_MEGA_DONE);
            assert_int_equal(vy_buffer_download(b, 0, bytes, sizeof bytes), VY_OK);
            assert_int_equal(bytes[from - 1], 5);
            assert_int_equal(bytes[from + 19], 5);
            for (uint32_t i = 0; i < 70; i++)
                assert_int_equal(y[i], k);
            for (uint32_t i = 0; i < 19; i++)
                assert_int_equal(bytes[from + i], 9 * k);
            memset(bytes, 5, sizeof bytes);
            assert_int_equal(vy_buffer_upload(b, 0, bytes, sizeof bytes), VY_OK);
        }
    vy_buffer_destroy(&b);
}

/// An output is cleared when its program begins: slots before it in the ring still see what it
/// held.
static void earlier_slots_see_what_a_buffer_held(void **state)
{
    static const char slow[] =
        "program slow\nparam k : u32\nout y : u32[1]\nworkgroup 1\ngrid 1\nvar x = 1\n"
        "for i in 0..k { x = x * 3 + i }\ny[0] = x\n";
    static const char fill[] = "program fill\nparam k : u32\nout t : u32[40]\n"
                               "each i in 0..20 { t[i] = k }\n";
    static const char copy[] = "program copy\nin t : u32[40]\nout y : u32[40]\n"
                               "each i in 0..40 { y[i] = t[i] }\n";
    struct fixture *f = *state;
    const char *const texts[] = {slow, copy, fill, copy};
    uint32_t y[4][40];
    vy_ticket tickets[4];
    vy_buffer *t = NULL;
    memset(y, 7, sizeof y);
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = sizeof y[0], .data = y), &t), VY_OK);
    for (uint32_t i = 0; i < 4; i++) {
        const vy_arg host = vy_arg_out("y", y[i], i ? sizeof y[i] : 4);
        const vy_arg k = vy_arg_u32("k", i ? 3 : ring_is_slow() ? 100 : 100000);
        const vy_arg args[] = {i == 2 ? k : host, i ? vy_arg_buffer("t", t) : k, vy_arg_end()};
        vy_program *p = parsed(f, texts[i]);
        assert_int_equal(
            vy_mega_submit(f->mega, vy_mega_submit_params(.program = p, .args = args), &tickets[i]),
            VY_OK);
        vy_program_destroy(&p);
    }
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(wait_for(f, tickets[i]).status, VY_MEGA_DONE);
    for (uint32_t i = 0; i < 40; i++) {
        assert_int_equal(y[1][i], 0x07070707);
        assert_int_equal(y[3][i], i < 20 ? 3 : 0);
    }
    vy_buffer_destroy(&t);
}

/// What a program leaves is there when the call returns that says that it has ended, whichever.
static void ends_bring_what_was_left(void **state)
{
    struct fixture *f = *state;
    uint32_t y[4] = {0};
    vy_program *p = parsed(f, "program p\nparam k : u32\nout y : u32[1]\nworkgroup 1\ngrid 1\n"
                              "y[0] = k\n");
    for (uint32_t i = 0; i < 4; i++) {
        vy_ticket ticket;
        assert_int_equal(
            vy_mega_submit(f->mega,
                           vy_mega_submit_params(.program = p, .priority = VY_MEGA_NORMAL,
                                                 .args = vy_args(vy_arg_u32("k", i + 1),
                                                                 vy_arg_out("y", &y[i], 4))),
                           i ? NULL : &ticket),
            VY_OK);
        if (i == 0)
            while (vy_mega_poll(f->mega, ticket, NULL) == VY_ERROR_BUSY)
                ;
        else if (i == 1)
            assert_int_equal(vy_mega_drain(f->mega, VY_FOREVER), VY_OK);
        else if (i == 2)
            assert_int_equal(vy_mega_wait(f->mega,
                                          vy_mega_wait_params(.count = 3, .timeout_ms = VY_FOREVER),
                                          NULL),
                             VY_OK);
        else
            assert_int_equal(vy_mega_shutdown(f->mega, false, VY_FOREVER), VY_OK);
        assert_int_equal(y[i], i + 1);
    }
    vy_program_destroy(&p);
}

/// Of @count and @range outputs the caller's memory gets a part, whichever call finds the end; the
/// counter has what was found, also where there was no room for it.
static void outputs_of_which_a_part_is_seen(void **state)
{
    static const char text[] =
        "program p\nin x : u32[]\nparam least : u32\nout found : atomic u32[1]\n"
        "out at : u64[40, 2] @count(found)\nout few : u32[5] @count(found)\n"
        "out r : u32[64] @range(8, 12)\ninout s : u16[6] @range(4, 4)\n"
        "workgroup 64\ngrid 64\nr[lid.x] = x[lid.x]\n"
        "if lid.x < 6 { s[lid.x] += 1 }\n"
        "if x[lid.x] >= least {\n    let k = atomic_add(found[0], 1)\n"
        "    at[k, 0] = u64(lid.x)\n    at[k, 1] = 5\n    few[k] = lid.x\n}\n"
        "print \"{}\", lid.x\n";
    struct fixture *f = *state;
    uint32_t x[64], found, few[5], r[64];
    uint64_t at[40][2];
    for (uint32_t i = 0; i < 64; i++)
        x[i] = 100 + i;
    for (uint32_t rows = 0; rows <= 64; rows += 16) {
        uint16_t s[6] = {10, 20, 30, 40, 50, 60};
        memset(at, 7, sizeof at);
        memset(few, 7, sizeof few);
        memset(r, 7, sizeof r);
        found = 9;
        const vy_arg *args =
            vy_args(vy_arg_in("x", x, sizeof x), vy_arg_u32("least", 164 - rows),
                    vy_arg_out("found", &found, 4), vy_arg_out("at", at, sizeof at),
                    vy_arg_out("few", few, sizeof few), vy_arg_out("r", r, sizeof r),
                    vy_arg_inout("s", s, sizeof s));
        vy_mega_result end = run(f, text, args);
        assert_int_equal(end.status, rows ? VY_MEGA_FAULT : VY_MEGA_DONE);
        assert_int_equal(end.code, rows ? VY_MEGA_FAULT_ROWS : 0);
        assert_int_equal(found, rows);
        uint64_t seen = 0;
        for (uint32_t k = 0; k < 40; k++) {
            assert_int_equal(at[k][1], k < rows ? 5 : 0x0707070707070707);
            seen |= k < rows ? UINT64_C(1) << at[k][0] : 0;
        }
        assert_int_equal(__builtin_popcountll(seen), rows < 40 ? rows : 40);
        assert_true(!rows || seen >> (64 - rows) << (64 - rows) == seen);
        for (uint32_t k = 0; k < 5; k++)
            assert_true(rows ? few[k] >= 64 - rows && few[k] < 64 : few[k] == 0x07070707);
        for (uint32_t k = 0; k < 64; k++)
            assert_int_equal(r[k], k > 1 && k < 5 ? 100 + k : 0x07070707);
        for (uint32_t k = 0; k < 6; k++)
            assert_int_equal(s[k], 10 * (k + 1) + (k == 2 || k == 3));
    }
}

/// Rows in a vy_buffer stay there.
static void rows_of_a_buffer_stay_there(void **state)
{
    static const char text[] = "program p\nout n : atomic u32[1]\nout y : u32[8] @count(n)\n"
                               "workgroup 3\ngrid 3\ny[atomic_add(n[0], 1)] = 4\n";
    struct fixture *f = *state;
    uint32_t n = 0, y[8], own[8];
    void *allocated;
    vy_buffer *b = NULL;
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 32), &b), VY_OK);
    assert_int_equal(run(f, text, vy_args(vy_arg_out("n", &n, 4), vy_arg_buffer("y", b))).status,
                     VY_MEGA_DONE);
    assert_int_equal(n, 3);
    assert_int_equal(vy_buffer_download(b, 0, y, sizeof y), VY_OK);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(y[i], i < 3 ? 4 : 0);
    memset(own, 7, sizeof own);
    const vy_arg *counted = vy_args(vy_arg_buffer("n", b), vy_arg_out("y", own, sizeof own));
    if (strcmp(ring_device(), "cpu")) {
        assert_int_equal(refused(f, text, counted, "counts rows in memory of the host"),
                         VY_ERROR_LIMIT);
    } else {
        assert_int_equal(run(f, text, counted).status, VY_MEGA_DONE);
        assert_int_equal(own[2], 4);
        assert_int_equal(own[3], 0x07070707);
    }
    assert_int_equal(
        refused(f, text, vy_args(vy_arg_out("n", &n, 4), vy_arg_out_alloc("y", &allocated, NULL)),
                "allocate an output"),
        VY_ERROR_LIMIT);
    vy_buffer_destroy(&b);
}

/// Whoever returned early, and wherever the rows lie. A failed assert is reported first.
static void rows_that_do_not_fit_are_a_fault(void **state)
{
    static const char text[] = "program p\nparam rows : u32\nparam fails : bool\n"
                               "out n : atomic u32[1]\nout y : u32[40] @count(n)\n"
                               "workgroup 50\ngrid 50\nassert !fails || lid.x != 7\n"
                               "if lid.x >= rows { return }\ny[atomic_add(n[0], 1)] = lid.x\n"
                               "return\n";
    struct fixture *f = *state;
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t rows = 38 + i / 4;
        const bool resident = i & 1, fails = i & 2;
        uint32_t n = 0, y[40] = {0};
        vy_buffer *b = NULL;
        assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = sizeof y), &b),
                         VY_OK);
        vy_mega_result end = run(
            f, text,
            vy_args(vy_arg_u32("rows", rows), vy_arg_bool("fails", fails), vy_arg_out("n", &n, 4),
                    resident ? vy_arg_buffer("y", b) : vy_arg_out("y", y, sizeof y)));
        assert_int_equal(end.status, fails || rows > 40 ? VY_MEGA_FAULT : VY_MEGA_DONE);
        assert_int_equal(end.code, fails       ? VY_MEGA_FAULT_HANDLER
                                   : rows > 40 ? VY_MEGA_FAULT_ROWS
                                               : 0);
        assert_int_equal(n, rows - fails);
        vy_buffer_destroy(&b);
    }
}

static void a_failed_assert_is_a_fault(void **state)
{
    struct fixture *f = *state;
    uint32_t y[40] = {0};
    vy_mega_result r = run(f,
                           "program p\nout y : u32[40]\nworkgroup 40\ngrid 40\n"
                           "assert lid.x != 35, \"no {}\", lid.x\ny[lid.x] = 1\n",
                           vy_args(vy_arg_out("y", y, sizeof y)));
    assert_int_equal(r.status, VY_MEGA_FAULT);
    assert_int_equal(r.code, VY_MEGA_FAULT_HANDLER);
    assert_int_equal(y[34], 1);
    assert_int_equal(y[35], 0);
    r = run(f, "program p\nout y : u32[1]\nworkgroup 1\ngrid 1\ny[0] = 5\n",
            vy_args(vy_arg_out("y", y, 4)));
    assert_int_equal(r.status, VY_MEGA_DONE);
    assert_int_equal(y[0], 5);
}

static void an_endless_program_is_stopped(void **state)
{
    struct fixture *f = *state;
    // Many elements, as packets of the two are not laid out alike.
    static const char nine[] = "program p\nout y : u32[128]\nworkgroup 32\ngrid 32\n"
                               "for i in lid.x..128 step 32 { y[i] = 9 }\n";
    uint32_t y[128] = {5};
    vy_mega_result r = run(f, nine, vy_args(vy_arg_out("y", y, sizeof y)));
    assert_int_equal(y[0], 9);
    r = run(f, "program p\nout y : u32[128]\nworkgroup 1\ngrid 1\nloop { y[0] += 1 }\n",
            vy_args(vy_arg_out("y", y, sizeof y)));
    assert_int_equal(r.status, VY_MEGA_FAULT);
    assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
    for (uint32_t i = 0; i < 128 && strcmp(ring_device(), "cpu"); i++) // nothing was copied back
        assert_int_equal(y[i], 0);
    r = run(f, nine, vy_args(vy_arg_out("y", y, sizeof y)));
    assert_int_equal(r.status, VY_MEGA_DONE);
    assert_int_equal(y[0], 9);
    vy_mega_account account;
    assert_int_equal(vy_mega_drain(f->mega, VY_FOREVER), VY_OK); // what has ended is counted
    assert_int_equal(vy_mega_report(f->mega, &account), VY_OK);
    assert_int_equal(account.done, 2);
    assert_int_equal(account.faulted, 1);
    assert_int_equal(account.stopped, 1);
}

/// Many at once, of two kinds and beside ordinary slots; the ring is shut down with some running.
static void many_are_in_flight(void **state)
{
    struct fixture *f = *state;
    enum { MANY = 300, FEW = 20 };
    const uint32_t count = ring_is_slow() ? FEW : MANY;
    static uint32_t y[MANY];
    static vy_ticket tickets[MANY];
    vy_program *p = parsed(f, "program p\nparam k : u32\nout y : u32[1]\nshared s : u32[40]\n"
                              "workgroup 40\ngrid 40\ns[lid.x] = k + lid.x\nbarrier workgroup\n"
                              "let sum = workgroup_add(s[39 - lid.x])\n"
                              "if lid.x == 0 { y[0] = sum }\n");
    for (uint32_t i = 0; i < count; i++) {
        const vy_mega_item item = {.opcode = VY_MEGA_OP_ATOMIC_ADD, .priority = i % 5, .args = {1}};
        assert_int_equal(
            vy_mega_submit(f->mega,
                           vy_mega_submit_params(.program = p, .priority = i % 5,
                                                 .args = vy_args(vy_arg_u32("k", i),
                                                                 vy_arg_out("y", &y[i], 4)),
                                                 .timeout_ms = VY_FOREVER),
                           &tickets[i]),
            VY_OK);
        assert_int_equal(vy_mega_publish(f->mega, &item, NULL), VY_OK);
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(wait_for(f, tickets[i]).status, VY_MEGA_DONE);
        assert_int_equal(y[i], 40 * i + 780);
    }
    assert_int_equal(vy_mega_drain(f->mega, VY_FOREVER), VY_OK);
    uint32_t sum;
    assert_int_equal(vy_mega_read(f->mega, 0, 1, &sum), VY_OK);
    assert_int_equal(sum, count);
    vy_program_destroy(&p);
    p = parsed(f, "program p\nout y : u32[1]\nworkgroup 1\ngrid 1\nloop { y[0] += 1 }\n");
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(
            vy_mega_submit(f->mega,
                           vy_mega_submit_params(.program = p, .priority = VY_MEGA_NORMAL,
                                                 .args = vy_args(vy_arg_out("y", &y[i], 4))),
                           &tickets[i]),
            VY_OK);
    vy_program_destroy(&p);
    assert_int_equal(vy_mega_shutdown(f->mega, true, VY_FOREVER), VY_OK);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(wait_for(f, tickets[i]).status >= VY_MEGA_FAULT);
}

static void what_does_not_fit_is_refused(void **state)
{
    struct fixture *f = *state;
    uint32_t y[64];
    const vy_arg *args = vy_args(vy_arg_out("y", y, sizeof y));
    vy_mega *plain = NULL;
    assert_int_equal(refused(f, "program p\nout y : u32[64]\nworkgroup 32\ngrid 64\ny[gid.x] = 1\n",
                             args, "V479: program 'p' cannot be submitted to a ring: it has"),
                     VY_ERROR_LIMIT);
    assert_int_equal(refused(f,
                             "program p\nout n : u32[1]\nout y : u32[64] @count(n)\nworkgroup 1\n"
                             "grid 1\ny[0] = 1\nn[0] = 1\n",
                             vy_args(vy_arg_out("n", y, 4), vy_arg_out("y", y + 1, 4 * 63)), "y"),
                     VY_ERROR_DATA);
    assert_int_equal(refused(f,
                             "program p\nout y : u32[64]\nworkgroup 1024\ngrid 1024\n"
                             "var a : u32[600]\na[lid.x] = 1\ny[lid.x] = a[3]\n",
                             args, "registers"),
                     VY_ERROR_LIMIT);
    assert_int_equal(refused(f, "program p\nout y : u32[64]\nworkgroup 1\ngrid 1\ny[0] = 1\n",
                             vy_args(vy_arg_out("z", y, 4)), "V1"),
                     VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.workers = 1), &plain), VY_OK);
    if (strcmp(ring_device(), "cpu")) {
        static uint32_t large[1 << 18];
        assert_int_equal(
            refused(f,
                    "program p\nin x : u32[]\nout y : u32[1]\nworkgroup 1\ngrid 1\n"
                    "y[0] = x[5]\n",
                    vy_args(vy_arg_in("x", large, sizeof large), vy_arg_out("y", y, 4)), "1 MiB"),
            VY_ERROR_LIMIT);
    }
    vy_mega *with = f->mega;
    f->mega = plain;
    assert_int_equal(refused(f, "program p\nout y : u32[64]\nworkgroup 1\ngrid 1\ny[0] = 1\n", args,
                             "made without .programs"),
                     VY_ERROR_ARGUMENT);
    f->mega = with;
    vy_mega_destroy(&plain);
    const vy_mega_item item = {.opcode = 0xfffc, .priority = VY_MEGA_NORMAL};
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_publish(f->mega, &item, NULL), VY_ERROR_ARGUMENT);
    assert_non_null(strstr(f->log.text, "0xfffc"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_reads_and_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(bound_names_are_seen, setup, teardown),
        cmocka_unit_test_setup_teardown(buffers_begin_as_zeros, setup, teardown),
        cmocka_unit_test_setup_teardown(earlier_slots_see_what_a_buffer_held, setup_one, teardown),
        cmocka_unit_test_setup_teardown(ends_bring_what_was_left, setup, teardown),
        cmocka_unit_test_setup_teardown(outputs_of_which_a_part_is_seen, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_of_a_buffer_stay_there, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_that_do_not_fit_are_a_fault, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_assert_is_a_fault, setup, teardown),
        cmocka_unit_test_setup_teardown(an_endless_program_is_stopped, setup_deadline, teardown),
        cmocka_unit_test_setup_teardown(many_are_in_flight, setup, teardown),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, setup, teardown),
    };
    ring_choose_ptx(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
