// Handlers of the live ring that name buffers and values in their heads: bound, exchanged while
// slots run, and refused where they do not fit. $VYRE_RING_DEVICE: on another device.
#include "mega/ring.h"
#include "support/ring.h"

#include <stdio.h>

enum { PROBE = 0x20, SUM, TYPES, PAIR, STAYS, SHORT, PACKABLE = 0x30 };

static const char texts[] =
    "use \"mega.vy\"\n"
    "fn probe(args: in atomic u32[], obs: inout atomic u32[], table: in u32[], limit: u32) -> u32, "
    "u32 {\n"
    "    if len(table) > limit { return MEGA_FAULT, 300 }\n"
    "    return MEGA_DONE, table[args[0]]\n"
    "}\n"
    // Adds to a word of what others may add to as well.
    "fn sum(args: in atomic u32[], obs: inout atomic u32[], sums: inout atomic u32[],\n"
    "    table: in u32[]) -> u32, u32 {\n"
    "    return MEGA_DONE, atomic_add(sums[args[0]], table[args[1]])\n"
    "}\n"
    "fn types(args: in atomic u32[], obs: inout atomic u32[], a: bool, b: i32, c: u64, d: i64,\n"
    "    e: f32, f: f64, bytes: inout u8[], reals: inout f64[]) -> u32, u32 {\n"
    "    bytes[1] = bytes[0] + 1\n"
    "    reals[1] = reals[0] + f\n"
    "    let all = a && b == -7 && c == 1u64 << 40 && d == -(1i64 << 41) && e == 1.5\n"
    "    return MEGA_DONE, all && len(bytes) == 16 && len(reals) == 2 ? 1 : 0\n"
    "}\n"
    // Two words that are always exchanged together, read again and again.
    "fn pair(args: in atomic u32[], obs: inout atomic u32[], one: in u32[], two: in u32[],\n"
    "    number: u32) -> u32, u32 {\n"
    "    for i in 0..args[0] {\n"
    "        if one[i % 64] != number || two[i % 64] != number { return MEGA_FAULT, 301 }\n"
    "    }\n"
    "    return MEGA_DONE, number\n"
    "}\n"
    // Until the host sets obs[0]: then what it saw all the time.
    "fn stays(args: in atomic u32[], obs: inout atomic u32[], table: in u32[]) -> u32, u32 {\n"
    "    let first = table[0]\n"
    "    obs[1] = 1\n"
    "    while obs[0] == 0 { }\n"
    "    return MEGA_DONE, first * 1000 + table[0]\n"
    "}\n"
    "fn packable(args: in atomic u32[], obs: inout atomic u32[], table: in u32[]) -> u32, u32 {\n"
    "    return MEGA_DONE, table[args[0]]\n"
    "}\n";
static const vy_mega_handler all[] = {
    {PROBE, VY_MEGA_LANE, "probe", texts},
    {SUM, VY_MEGA_LANE, "sum", texts},
    {TYPES, VY_MEGA_LANE, "types", texts},
    {PAIR, VY_MEGA_LANE, "pair", texts},
    {STAYS, VY_MEGA_LANE, "stays", texts},
    {PACKABLE, VY_MEGA_LANE, "packable", texts},
    {TWICE, VY_MEGA_LANE, "twice", handlers_text},
    {ENDLESS, VY_MEGA_LANE, "endless", handlers_text},
};
enum { ALL = sizeof all / sizeof *all };

static vy_mega *make_all(struct fixture *f, vy_mega_live_params p)
{
    p.size = sizeof p;
    p.handlers = all;
    p.handler_count = ALL;
    return make(f, p);
}

static vy_buffer *buffer(struct fixture *f, const void *data, uint64_t bytes)
{
    vy_buffer *b = NULL;
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = bytes, .data = data), &b), VY_OK);
    return b;
}

static void bind(vy_mega *m, const vy_arg *args)
{
    assert_int_equal(vy_mega_bind(m, args), VY_OK);
}

// ---- what is bound ----
static void handlers_see_what_is_bound(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2});
    const uint32_t words[4] = {10, 11, 12, 13}, others[2] = {20, 21};
    vy_buffer *a = buffer(f, words, sizeof words), *b = buffer(f, others, sizeof others);
    vy_buffer *sums = buffer(f, words, sizeof words);
    uint32_t after[4];
    expect(m, (vy_mega_item){PROBE, 0, 0, {1}}, VY_MEGA_FAULT, VY_MEGA_FAULT_UNBOUND, 0);
    bind(m, vy_args(vy_arg_buffer("table", a)));
    expect(m, (vy_mega_item){PROBE, 0, 0, {1}}, VY_MEGA_FAULT, VY_MEGA_FAULT_UNBOUND, 0);
    bind(m, vy_args(vy_arg_u32("limit", 4), vy_arg_buffer("sums", sums)));
    expect(m, (vy_mega_item){PROBE, 0, 0, {1}}, VY_MEGA_DONE, 0, 11);
    expect(m, (vy_mega_item){PROBE, 0, 0, {4}}, VY_MEGA_DONE, 0, 0); // out of bounds
    expect(m, (vy_mega_item){SUM, 0, 0, {2, 3}}, VY_MEGA_DONE, 0, 12);
    bind(m, vy_args(vy_arg_buffer("table", b)));
    vy_buffer_destroy(&a);
    expect(m, (vy_mega_item){PROBE, 0, 0, {1}}, VY_MEGA_DONE, 0, 21);
    expect(m, (vy_mega_item){PROBE, 0, 0, {2}}, VY_MEGA_DONE, 0, 0);
    bind(m, vy_args(vy_arg_buffer_range("table", b, 4, 4), vy_arg_u32("limit", 1)));
    expect(m, (vy_mega_item){PROBE, 0, 0, {0}}, VY_MEGA_DONE, 0, 21);
    bind(m, vy_args(vy_arg_u32("limit", 0)));
    expect(m, (vy_mega_item){PROBE, 0, 0, {0}}, VY_MEGA_FAULT, 300, 0);
    vy_buffer_destroy(&b); // its memory stays while it is bound, and no other buffer gets it
    vy_buffer *fresh = buffer(f, words, sizeof others);
    expect(m, (vy_mega_item){SUM, 0, 0, {0, 0}}, VY_MEGA_DONE, 0, 10);
    vy_buffer *last = buffer(f, words, sizeof words);
    bind(m, vy_args(vy_arg_buffer("table", last)));
    const uint64_t used = atomic_load(&f->device->used);
    vy_buffer_destroy(&last);
    assert_true(atomic_load(&f->device->used) == used);
    bind(m, vy_args(vy_arg_buffer("table", NULL)));
    assert_true(atomic_load(&f->device->used) < used);
    expect(m, (vy_mega_item){PROBE, 0, 0, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_UNBOUND, 0);
    expect(m, (vy_mega_item){TWICE, 0, 0, {4}}, VY_MEGA_DONE, 0, 8);
    assert_int_equal(vy_buffer_download(sums, 0, after, sizeof after), VY_OK);
    assert_int_equal(after[0], 31);
    assert_int_equal(after[2], 25);
    settled(m);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&fresh);
    vy_buffer_destroy(&sums);
}

static void every_type_of_value(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2});
    unsigned char bytes[16] = {41};
    double reals[2] = {0.5, 0};
    vy_buffer *b = buffer(f, bytes, sizeof bytes), *r = buffer(f, reals, sizeof reals);
    bind(m, vy_args(vy_arg_bool("a", true), vy_arg_i32("b", -7), vy_arg_u64("c", 1ull << 40),
                    vy_arg_i64("d", -(1ll << 41)), vy_arg_f32("e", 1.5f), vy_arg_f64("f", 2.25),
                    vy_arg_buffer("bytes", b), vy_arg_buffer("reals", r)));
    expect(m, (vy_mega_item){TYPES, 0, 0, {0}}, VY_MEGA_DONE, 0, 1);
    assert_int_equal(vy_buffer_download(b, 0, bytes, sizeof bytes), VY_OK);
    assert_int_equal(vy_buffer_download(r, 0, reals, sizeof reals), VY_OK);
    assert_int_equal(bytes[1], 42);
    assert_true(reals[1] == 2.75);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&b);
    vy_buffer_destroy(&r);
}

static void packed_ops_see_it_too(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2});
    const uint32_t words[4] = {10, 11, 12, 13};
    vy_mega_params p = {.size = sizeof p, .handlers = all, .handler_count = ALL};
    const vy_mega_op ops[2] = {{PACKABLE, 1, {0}}, {PACKABLE, 1, {3}}};
    vy_mega_item item = {0};
    vy_buffer *b = buffer(f, words, sizeof words);
    assert_int_equal(vy_mega_pack(f->context, &p, ops, 2, &item), VY_OK);
    expect(m, item, VY_MEGA_FAULT, VY_MEGA_FAULT_UNBOUND | 1 << 16, 0);
    bind(m, vy_args(vy_arg_buffer("table", b)));
    expect(m, item, VY_MEGA_DONE, 0, 13);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&b);
}

// ---- the exchange ----
/// A slot sees what was bound when it began, and the call waits for it.
struct exchange {
    vy_mega *m;
    vy_buffer *next;
    atomic_bool done;
};

static void *exchanges(void *user)
{
    struct exchange *e = user;
    bind(e->m, vy_args(vy_arg_buffer("table", e->next)));
    atomic_store(&e->done, true);
    return NULL;
}

static void a_slot_keeps_its_buffer(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2});
    const uint32_t one = 1, two = 2;
    vy_buffer *a = buffer(f, &one, 4), *b = buffer(f, &two, 4);
    struct exchange e = {.m = m, .next = b};
    pthread_t thread;
    vy_ticket ticket;
    vy_mega_result r;
    uint32_t word = 0;
    bind(m, vy_args(vy_arg_buffer("table", a), vy_arg_u32("limit", 1)));
    vy_mega_item item = {STAYS, 0, 2, {0}};
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = &item, .count = 1,
                                                                  .timeout_ms = VY_FOREVER,
                                                                  .keep = true, .tickets = &ticket),
                                           NULL),
                     VY_OK);
    while (!word) // the handler has read the first word
        assert_int_equal(vy_mega_read(m, 1, 1, &word), VY_OK);
    assert_int_equal(pthread_create(&thread, NULL, exchanges, &e), 0);
    // New slots see the new buffer while the call waits for the old one. They are published one by
    // one: the batch of the slot that stays has not ended, and 1,024 are counted at a time.
    item = (vy_mega_item){PROBE, 0, 0, {0}};
    do {
        vy_ticket probe;
        assert_int_equal(vy_mega_publish(m, &item, &probe), VY_OK);
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.ticket = probe, .timeout_ms = VY_FOREVER), &r),
            VY_OK);
    } while (r.result == 1);
    assert_int_equal(r.result, 2);
    assert_false(atomic_load(&e.done));
    set_word(m, 0, 1);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    assert_int_equal(r.result, 1001);
    assert_int_equal(pthread_join(thread, NULL), 0);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&a);
    vy_buffer_destroy(&b);
}

/// Many exchanges under load: what was bound before is overwritten as soon as the call returns.
static void no_slot_sees_a_mix(void **state)
{
    enum { WORDS = 64, LOAD = 32 };
    struct fixture *f = *state;
    const uint32_t rounds = ring_is_slow() ? 10 : 2000, loops = ring_is_slow() ? 20 : 400;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 3, .slots = 64});
    uint32_t words[WORDS] = {0}, junk[WORDS];
    vy_buffer *b[4];
    vy_mega_item items[LOAD];
    memset(junk, 0xee, sizeof junk);
    for (int i = 0; i < 4; i++)
        b[i] = buffer(f, words, sizeof words);
    bind(m,
         vy_args(vy_arg_buffer("one", b[0]), vy_arg_buffer("two", b[1]), vy_arg_u32("number", 0)));
    for (uint32_t i = 0; i < LOAD; i++)
        items[i] = (vy_mega_item){PAIR, 0, i % VY_MEGA_PRIORITIES, {loops}};
    for (uint32_t round = 1; round <= rounds; round++) {
        vy_buffer **now = &b[round % 2 * 2], **before = &b[(round + 1) % 2 * 2];
        vy_status status =
            vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = LOAD), NULL);
        assert_true(status == VY_OK || status == VY_ERROR_BUSY);
        for (uint32_t i = 0; i < WORDS; i++)
            words[i] = round;
        for (int i = 0; i < 2; i++)
            assert_int_equal(vy_buffer_upload(now[i], 0, words, sizeof words), VY_OK);
        bind(m, vy_args(vy_arg_buffer("one", now[0]), vy_arg_buffer("two", now[1]),
                        vy_arg_u32("number", round)));
        for (int i = 0; i < 2; i++)
            assert_int_equal(vy_buffer_upload(before[i], 0, junk, sizeof junk), VY_OK);
    }
    vy_mega_account a = settled(m);
    assert_int_equal(a.faulted, 0);
    assert_true(a.done >= LOAD);
    vy_mega_destroy(&m);
    for (int i = 0; i < 4; i++)
        vy_buffer_destroy(&b[i]);
}

/// A handler that was stopped keeps no announcement.
static void a_stopped_slot_lets_go(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2, .deadline_ms = 20});
    const uint32_t one = 1, two = 2;
    vy_buffer *a = buffer(f, &one, 4), *b = buffer(f, &two, 4);
    bind(m, vy_args(vy_arg_buffer("table", a), vy_arg_u32("limit", 1)));
    expect(m, (vy_mega_item){STAYS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
    bind(m, vy_args(vy_arg_buffer("table", b)));
    expect(m, (vy_mega_item){PROBE, 0, 0, {0}}, VY_MEGA_DONE, 0, 2);
    assert_int_equal(vy_mega_shutdown(m, false, VY_FOREVER), VY_OK);
    bind(m, vy_args(vy_arg_buffer("table", a)));
    vy_mega_destroy(&m);
    vy_buffer_destroy(&a);
    vy_buffer_destroy(&b);
}

// ---- what is refused ----
static void refused(struct fixture *f, vy_mega *m, const vy_arg *args, const char *what)
{
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_bind(m, args), VY_ERROR_ARGUMENT);
    if (!strstr(f->log.text, what))
        fail_msg("'%s' is not in: %s", what, f->log.text);
}

static void what_does_not_fit_is_refused(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_all(f, (vy_mega_live_params){.workers = 2});
    vy_device *other = NULL;
    vy_buffer *foreign = NULL, *odd = buffer(f, "1234567", 7), *good = buffer(f, "12345678", 8);
    char name[80];
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "oracle"), &other), VY_OK);
    assert_int_equal(vy_buffer_create(other, vy_buffer_params(.bytes = 8), &foreign), VY_OK);
    bind(m, vy_args(vy_arg_buffer("table", good), vy_arg_u32("limit", 9)));
    refused(f, m, vy_args(vy_arg_buffer("table", odd)), "no whole, aligned elements");
    refused(f, m, vy_args(vy_arg_buffer_range("table", good, 2, 4)), "aligned");
    refused(f, m, vy_args(vy_arg_buffer_range("table", good, 4, 8)), "behind the end");
    refused(f, m, vy_args(vy_arg_buffer("table", foreign)), "of another device");
    refused(f, m, vy_args(vy_arg_u32("table", 1)), "is a buffer in the head");
    refused(f, m, vy_args(vy_arg_buffer("limit", good)), "is a value in the head");
    refused(f, m, vy_args(vy_arg_u64("limit", 1)), "has another type");
    refused(f, m, vy_args(vy_arg_in("table", "1234", 4)), "memory of the host");
    refused(f, m, vy_args(vy_arg_u32("limit", 1), vy_arg_u32("limit", 2)), "is given twice");
    refused(f, m, vy_args(vy_arg_u32("no name", 1)), "is no name");
    refused(f, m, vy_args(vy_arg_u32("limit", 1), vy_arg_buffer("table", odd)), "aligned");
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_bind(m, NULL), VY_ERROR_ARGUMENT);
    // All of that changed nothing.
    expect(m, (vy_mega_item){PROBE, 0, 0, {1}}, VY_MEGA_DONE, 0, 0x38373635);
    for (uint32_t i = m->binding.names.count; i < VYI_MEGA_ROWS; i++) {
        snprintf(name, sizeof name, "more_%u", i);
        bind(m, vy_args(vy_arg_u32(name, i)));
    }
    refused(f, m, vy_args(vy_arg_u32("too_many", 1)), "one name too many");
    vy_mega_destroy(&m);
    vy_buffer_destroy(&foreign);
    vy_device_close(&other);
    vy_buffer_destroy(&odd);
    vy_buffer_destroy(&good);
}

/// What was bound before a handler names it is held against its head when it is added.
static void handlers_are_added_later(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    vy_buffer *odd = buffer(f, "1234567", 7), *good = buffer(f, "12345678", 8);
    bind(m, vy_args(vy_arg_buffer("table", odd), vy_arg_u64("limit", 2)));
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_add(m, all, 1), VY_ERROR_ARGUMENT);
    assert_non_null(strstr(f->log.text, "'table' is bound to bytes"));
    bind(m, vy_args(vy_arg_buffer("table", good)));
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_add(m, all, 1), VY_ERROR_ARGUMENT);
    assert_non_null(strstr(f->log.text, "'limit' has another type"));
    bind(m, vy_args(vy_arg_u32("limit", 2)));
    assert_int_equal(vy_mega_add(m, all, 1), VY_OK);
    expect(m, (vy_mega_item){PROBE, 0, 0, {0}}, VY_MEGA_DONE, 0, 0x34333231);
    expect(m, (vy_mega_item){TWICE, 0, 0, {4}}, VY_MEGA_DONE, 0, 8);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&odd);
    vy_buffer_destroy(&good);
}

static void head_is_wrong(struct fixture *f, const char *parameters, const char *what)
{
    vy_mega *m = NULL;
    char text[300];
    snprintf(text, sizeof text,
             "fn f(args: in atomic u32[], obs: inout atomic u32[]%s) -> u32, u32 {\n"
             "    return 3, 0\n}\n",
             parameters);
    const vy_mega_handler own[] = {{SHORT, VY_MEGA_LANE, "f", text},
                                   {PROBE, VY_MEGA_LANE, "probe", texts}};
    test_log_clear(&f->log);
    assert_int_equal(
        vy_mega_create(f->device, vy_mega_live_params(.handlers = own, .handler_count = 2), &m),
        VY_ERROR_PROGRAM);
    assert_null(m);
    if (!strstr(f->log.text, what))
        fail_msg("'%s' is not in: %s", what, f->log.text);
}

static void heads_are_checked(void **state)
{
    struct fixture *f = *state;
    head_is_wrong(f, ", x", "has a name and a type");
    head_is_wrong(f, ", x: u8", "is a value or a buffer");
    head_is_wrong(f, ", x: in u32", "is a value or a buffer");
    head_is_wrong(f, ", x: in u32[,]", "is a value or a buffer");
    head_is_wrong(f, ", x: shared u32[]", "is a value or a buffer");
    head_is_wrong(f, ", x: what", "is a value or a buffer");
    head_is_wrong(f, ", limit: u64", "declares a parameter of this name otherwise");
    head_is_wrong(f, ", table: in atomic u32[]", "declares a parameter of this name otherwise");
    head_is_wrong(f, ", table: u32", "declares a parameter of this name otherwise");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(handlers_see_what_is_bound),
        TEST(every_type_of_value),
        TEST(packed_ops_see_it_too),
        TEST(a_slot_keeps_its_buffer),
        TEST(no_slot_sees_a_mix),
        TEST(a_stopped_slot_lets_go),
        TEST(what_does_not_fit_is_refused),
        TEST(handlers_are_added_later),
        TEST(heads_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
