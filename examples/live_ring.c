// A live megakernel in a program: three threads feed it while it runs, each for a tenant of its
// own, an opcode is added meanwhile, and in the end every slot is accounted for.
//
//   cc -std=c11 -pthread examples/live_ring.c -lvyre -o live_ring
//   ./live_ring [SLOTS [DEVICE [MIRROR]]]
//
// While ./live_ring 100000000 cpu demo runs, `vyre mega top demo` shows it in another terminal.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <vyre/vyre.h>

enum { HASH = 8, COUNT, GCD };
enum { HASHER = 1, COUNTER, HURRIED }; // tenants
enum { BATCH = 64, BUCKETS = 16, URGENT = 200 };

/// Handlers are functions of the language: a slot's words, the tenant's own memory, and a status
/// with a result. MEGA_DONE is of the library that every megakernel has.
static const char text[] =
    "use \"mega.vy\"\n"
    "fn hash(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var h = 2166136261\n"
    "    for i in 0..4 { h = (h ^ args[i]) * 16777619 }\n"
    "    return MEGA_DONE, h\n"
    "}\n"
    "fn bucket(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return MEGA_DONE, atomic_add(obs[args[0] % len(obs)], 1)\n"
    "}\n";
static const char gcd_text[] =
    "use \"mega.vy\"\n"
    "fn gcd(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var a = args[0]\n"
    "    var b = args[1]\n"
    "    while b != 0 {\n"
    "        let rest = a % b\n"
    "        a = b\n"
    "        b = rest\n"
    "    }\n"
    "    return MEGA_DONE, a\n"
    "}\n";

struct feeder {
    vy_mega *mega;
    pthread_t thread;
    unsigned long long slots, right;
};

/// In batches; each waits for its values and compares them with its own.
static void *feed_hashes(void *user)
{
    struct feeder *f = user;
    vy_mega_item items[BATCH];
    vy_ticket tickets[BATCH];
    for (unsigned long long at = 0; at < f->slots; at += BATCH) {
        uint32_t count = f->slots - at < BATCH ? (uint32_t)(f->slots - at) : BATCH;
        for (uint32_t i = 0; i < count; i++)
            items[i] = (vy_mega_item){HASH, HASHER, VY_MEGA_NORMAL, {(uint32_t)at, i, 3, 4}};
        if (vy_mega_publish_batch(f->mega,
                                  vy_mega_publish_params(.items = items, .count = count,
                                                         .timeout_ms = VY_FOREVER, .keep = true,
                                                         .tickets = tickets),
                                  NULL))
            return NULL;
        for (uint32_t i = 0; i < count; i++) {
            vy_mega_result got;
            uint32_t hash = 2166136261u;
            for (uint32_t k = 0; k < 4; k++)
                hash = (hash ^ items[i].args[k]) * 16777619u;
            if (!vy_mega_wait(f->mega,
                              vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                              &got))
                f->right += got.status == VY_MEGA_DONE && got.result == hash;
        }
    }
    return NULL;
}

/// Published and forgotten: the counts stay in the tenant's memory.
static void *feed_counts(void *user)
{
    struct feeder *f = user;
    for (unsigned long long i = 0; i < f->slots; i++) {
        const vy_mega_item item = {COUNT, COUNTER, VY_MEGA_LOW, {(uint32_t)(i * i >> 3)}};
        if (vy_mega_publish(f->mega, &item, NULL))
            return NULL;
    }
    return NULL;
}

/// One at a time, before all others.
static void *feed_urgent(void *user)
{
    struct feeder *f = user;
    for (unsigned long long i = 0; i < f->slots; i++) {
        const vy_mega_item item = {VY_MEGA_OP_ATOMIC_ADD, HURRIED, VY_MEGA_CRITICAL, {1, 0}};
        vy_ticket ticket;
        vy_mega_result got;
        if (vy_mega_publish_batch(f->mega,
                                  vy_mega_publish_params(.items = &item, .count = 1, .keep = true,
                                                         .timeout_ms = VY_FOREVER,
                                                         .tickets = &ticket),
                                  NULL) ||
            vy_mega_wait(f->mega, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER),
                         &got))
            return NULL;
        f->right += got.status == VY_MEGA_DONE && got.result == i; // what was there before
    }
    return NULL;
}

/// Tenants have memory of their own, and cannot reach that of others.
static vy_status add_tenants(vy_mega *mega)
{
    const vy_mega_tenant_params tenants[] = {
        {.size = sizeof(vy_mega_tenant_params), .tenant = HASHER},
        {.size = sizeof(vy_mega_tenant_params), .tenant = COUNTER, .base = 0, .count = BUCKETS},
        {.size = sizeof(vy_mega_tenant_params), .tenant = HURRIED, .base = BUCKETS, .count = 1}};
    vy_status status = VY_OK;
    for (int i = 0; i < 3 && !status; i++)
        status = vy_mega_tenant_register(mega, &tenants[i]);
    return status;
}

static vy_status ask_gcd(vy_mega *mega)
{
    const vy_mega_handler gcd = {.opcode = GCD, .name = "gcd", .text = gcd_text};
    const vy_mega_item item = {GCD, HASHER, VY_MEGA_HIGH, {1071, 462}};
    vy_ticket ticket;
    vy_mega_result got;
    vy_status status = vy_mega_add(mega, &gcd, 1);
    if (!status)
        status = vy_mega_publish_batch(mega,
                                       vy_mega_publish_params(.items = &item, .count = 1,
                                                              .timeout_ms = VY_FOREVER,
                                                              .keep = true, .tickets = &ticket),
                                       NULL);
    if (!status)
        status = vy_mega_wait(mega, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER),
                              &got);
    if (!status)
        printf("gcd     of 1071 and 462 is %u; the opcode came while the others ran\n", got.result);
    return status;
}

static vy_status report(vy_mega *mega, const struct feeder *feeders)
{
    uint32_t buckets[BUCKETS];
    unsigned long long sum = 0;
    vy_mega_account a;
    vy_status status = vy_mega_drain(mega, VY_FOREVER);
    if (!status)
        status = vy_mega_read(mega, 0, BUCKETS, buckets);
    if (!status)
        status = vy_mega_report(mega, &a);
    if (status)
        return status;
    for (int i = 0; i < BUCKETS; i++)
        sum += buckets[i];
    printf("hash    %llu of %llu are right\n", feeders[0].right, feeders[0].slots);
    printf("count   %llu of %llu are in %d buckets\n", sum, feeders[1].slots, BUCKETS);
    printf("urgent  %llu of %llu were answered in order\n", feeders[2].right, feeders[2].slots);
    printf("report  %llu published: %llu done, %llu faulted, %llu refused, %llu cancelled\n",
           (unsigned long long)a.published, (unsigned long long)a.done,
           (unsigned long long)a.faulted, (unsigned long long)a.refused,
           (unsigned long long)a.cancelled);
    return feeders[0].right == feeders[0].slots && sum == feeders[1].slots &&
                   feeders[2].right == URGENT && a.done == a.published
               ? VY_OK
               : VY_ERROR_DATA;
}

static vy_status run(vy_mega *mega, unsigned long long slots)
{
    void *(*const work[])(void *) = {feed_hashes, feed_counts, feed_urgent};
    struct feeder feeders[] = {{.mega = mega, .slots = slots / 2},
                               {.mega = mega, .slots = slots - slots / 2},
                               {.mega = mega, .slots = URGENT}};
    int begun = 0;
    vy_status status = add_tenants(mega);
    while (!status && begun < 3 &&
           !pthread_create(&feeders[begun].thread, NULL, work[begun], &feeders[begun]))
        begun++;
    if (!status)
        status = begun < 3 ? VY_ERROR_MEMORY : ask_gcd(mega);
    for (int i = 0; i < begun; i++)
        pthread_join(feeders[i].thread, NULL);
    return status ? status : report(mega, feeders);
}

int main(int argc, char **argv)
{
    const vy_mega_handler handlers[] = {{.opcode = HASH, .name = "hash", .text = text},
                                        {.opcode = COUNT, .name = "bucket", .text = text}};
    unsigned long long slots = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    vy_context *context = NULL;
    vy_device *device = NULL;
    vy_mega *mega = NULL;
    // Whatever fails says why on stderr.
    vy_status status = vy_context_create(vy_context_params(.diag = vy_diag_stderr), &context);
    if (!status)
        status =
            vy_device_open(context, vy_device_params(.name = argc > 2 ? argv[2] : "cpu"), &device);
    if (!status)
        status = vy_mega_create(device,
                                vy_mega_live_params(.handlers = handlers, .handler_count = 2,
                                                    .mirror = argc > 3 ? argv[3] : NULL),
                                &mega);
    if (!status)
        status = run(mega, slots);
    vy_mega_destroy(&mega);
    vy_device_close(&device);
    vy_context_destroy(&context);
    return status ? 1 : 0;
}
