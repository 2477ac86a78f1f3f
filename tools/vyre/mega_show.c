// What a live megakernel counts: as JSON, and as a page.
#include "mega_show.h"

typedef unsigned long long count;

// ---- as JSON ----
static void list_json(struct text *t, const char *name, const uint64_t *values, size_t n)
{
    text_printf(t, ",\"%s\":[", name);
    for (size_t i = 0; i < n; i++)
        text_printf(t, "%s%llu", i ? "," : "", (count)values[i]);
    text_printf(t, "]");
}

void account_json(struct text *t, const vy_mega_account *a)
{
    text_printf(t,
                "\"published\":%llu,\"done\":%llu,\"faulted\":%llu,\"refused\":%llu,"
                "\"cancelled\":%llu,\"in_flight\":%llu,\"unknown\":%llu,\"epoch\":%llu,"
                "\"again\":%llu,\"starved\":%llu,\"log_written\":%llu,\"log_dropped\":%llu,"
                "\"unseen\":%llu,",
                (count)a->published, (count)a->done, (count)a->faulted, (count)a->refused,
                (count)a->cancelled, (count)a->in_flight, (count)a->unknown, (count)a->epoch,
                (count)a->again, (count)a->starved, (count)a->log_written, (count)a->log_dropped,
                (count)a->unseen);
    text_printf(t,
                "\"launches\":%llu,\"stopped\":%llu,\"workers\":%u,\"parked\":%u,\"running\":%u,"
                "\"heartbeat\":%llu,\"longest_ms\":%.3f,\"closed\":%s",
                (count)a->launches, (count)a->stopped, a->workers, a->parked, a->running,
                (count)a->heartbeat, a->longest_ms, a->closed ? "true" : "false");
    list_json(t, "claims", a->claims, VY_MEGA_PRIORITIES);
    list_json(t, "metrics", a->metrics, VY_MEGA_METRICS);
    uint64_t published[VY_MEGA_TENANTS], ended[VY_MEGA_TENANTS];
    for (uint32_t i = 0; i < VY_MEGA_TENANTS; i++) {
        published[i] = vy_mega_account_published(a, i);
        ended[i] = vy_mega_account_ended(a, i);
    }
    list_json(t, "tenant_published", published, VY_MEGA_TENANTS);
    list_json(t, "tenant_ended", ended, VY_MEGA_TENANTS);
}

// ---- as a page ----
/// Two snapshots; the first may be missing.
struct view {
    struct text *to;
    const vy_mega_account *now, *before;
    double seconds;
};

/// "989,573 a second" of a count that rose, and nothing where there is nothing to compare it with.
static void rate(const struct view *v, uint64_t now, uint64_t before)
{
    char text[32];
    if (!v->before || v->seconds <= 0 || now < before) // less: another one has the name now
        return;
    double each = (double)(now - before) / v->seconds;
    text_printf(v->to, "  %11s a second",
                grouped(each < 0x1p64 ? (uint64_t)each : UINT64_MAX, text));
}

static void totals(const struct view *v)
{
    const vy_mega_account *a = v->now;
    char text[4][32];
    uint64_t ended = a->done + a->faulted + a->refused + a->cancelled;
    uint64_t before =
        v->before ? v->before->done + v->before->faulted + v->before->refused + v->before->cancelled
                  : 0;
    text_printf(v->to, "published %s, in flight %s, batches ended %s",
                grouped(a->published, text[0]), grouped(a->in_flight, text[1]),
                grouped(a->epoch, text[2]));
    if (a->unknown)
        text_printf(v->to, ", lost with the device %s", grouped(a->unknown, text[0]));
    if (a->unseen)
        text_printf(v->to, "\nended and kept until they are read %s", grouped(a->unseen, text[0]));
    text_printf(v->to, "\nended %s", grouped(ended, text[0]));
    rate(v, ended, before);
    text_printf(v->to, "\ndone %s, faulted %s, refused %s, cancelled %s\n",
                grouped(a->done, text[0]), grouped(a->faulted, text[1]),
                grouped(a->refused, text[2]), grouped(a->cancelled, text[3]));
    text_printf(v->to, "run again %s, turns of lower priorities %s, log %s, dropped %s\n",
                grouped(a->again, text[0]), grouped(a->starved, text[1]),
                grouped(a->log_written, text[2]), grouped(a->log_dropped, text[3]));
}

static void workers(const struct view *v)
{
    const vy_mega_account *a = v->now;
    char text[2][32];
    text_printf(v->to, "workers %u: %u asleep, %u in a handler; launches %s", a->workers, a->parked,
                a->running, grouped(a->launches, text[0]));
    if (a->longest_ms >= 1)
        text_printf(v->to, ", the longest handler so far %.0f ms", a->longest_ms);
    if (a->stopped)
        text_printf(v->to, ", stopped %s", grouped(a->stopped, text[1]));
    text_printf(v->to, "\n");
    if (v->before && a->heartbeat == v->before->heartbeat && a->in_flight)
        text_printf(v->to, "nothing has moved since the last look: it may have stalled\n");
}

/// Rows of what there is anything of.
static void tables(const struct view *v)
{
    const vy_mega_account *a = v->now, *b = v->before ? v->before : v->now;
    char text[2][32];
    for (uint32_t i = 0; i < VY_MEGA_PRIORITIES; i++)
        if (a->claims[i]) {
            text_printf(v->to, "  %-9s claimed %15s", vy_mega_priority_name((vy_mega_priority)i),
                        grouped(a->claims[i], text[0]));
            rate(v, a->claims[i], b->claims[i]);
            text_printf(v->to, "\n");
        }
    for (uint32_t i = 0; i < VY_MEGA_TENANTS; i++)
        if (vy_mega_account_published(a, i)) {
            uint64_t ended = vy_mega_account_ended(a, i);
            uint64_t flight = vy_mega_account_published(a, i) - ended;
            text_printf(v->to, "  tenant %-2u ended   %15s", i, grouped(ended, text[0]));
            rate(v, ended, vy_mega_account_ended(b, i));
            if (flight && flight <= vy_mega_account_published(a, i))
                text_printf(v->to, "  %s in flight", grouped(flight, text[1]));
            text_printf(v->to, "\n");
        }
    for (uint32_t i = 0; i < VY_MEGA_METRICS; i++)
        if (a->metrics[i]) {
            text_printf(v->to, "  opcode %-2u run     %15s", i, grouped(a->metrics[i], text[0]));
            rate(v, a->metrics[i], b->metrics[i]);
            text_printf(v->to, "\n");
        }
}

void age_text(struct text *t, double age_ms)
{
    if (age_ms > 1500)
        text_printf(t, "nothing new for %.1f s: its process is stopped, starved or dead\n",
                    age_ms / 1e3);
}

void account_text(struct text *t, const vy_mega_account *a, const vy_mega_account *before,
                  double seconds)
{
    const struct view v = {t, a, before, seconds};
    if (a->closed)
        text_printf(t, "shut down: it takes no more slots\n");
    totals(&v);
    workers(&v);
    tables(&v);
}
