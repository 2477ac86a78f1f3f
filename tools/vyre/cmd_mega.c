// mega: what live megakernels do, through their mirrors; and running their replay logs again.
#include "cli.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long long count;

// ---- as JSON ----
static void list_json(struct text *t, const char *name, const uint64_t *values, size_t n)
{
    text_printf(t, ",\"%s\":[", name);
    for (size_t i = 0; i < n; i++)
        text_printf(t, "%s%llu", i ? "," : "", (count)values[i]);
    text_printf(t, "]");
}

static void account_json(struct text *t, const vy_mega_account *a)
{
    text_printf(t,
                "\"published\":%llu,\"done\":%llu,\"faulted\":%llu,\"refused\":%llu,"
                "\"cancelled\":%llu,\"in_flight\":%llu,\"unknown\":%llu,\"epoch\":%llu,"
                "\"again\":%llu,\"starved\":%llu,\"log_written\":%llu,\"log_dropped\":%llu,",
                (count)a->published, (count)a->done, (count)a->faulted, (count)a->refused,
                (count)a->cancelled, (count)a->in_flight, (count)a->unknown, (count)a->epoch,
                (count)a->again, (count)a->starved, (count)a->log_written, (count)a->log_dropped);
    text_printf(t,
                "\"launches\":%llu,\"stopped\":%llu,\"workers\":%u,\"parked\":%u,\"running\":%u,"
                "\"heartbeat\":%llu,\"longest_ms\":%.3f,\"closed\":%s",
                (count)a->launches, (count)a->stopped, a->workers, a->parked, a->running,
                (count)a->heartbeat, a->longest_ms, a->closed ? "true" : "false");
    list_json(t, "claims", a->claims, VY_MEGA_PRIORITIES);
    list_json(t, "metrics", a->metrics, VY_MEGA_METRICS);
    list_json(t, "tenant_published", a->tenant_published, VY_MEGA_TENANTS);
    list_json(t, "tenant_ended", a->tenant_ended, VY_MEGA_TENANTS);
}

// ---- as text ----
static void print_account(const vy_mega_account *a, const vy_mega_account *before, double seconds)
{
    char text[4][32];
    printf("published %s, in flight %s, epoch %s", grouped(a->published, text[0]),
           grouped(a->in_flight, text[1]), grouped(a->epoch, text[2]));
    if (before && seconds > 0)
        printf(", %s a second",
               grouped((uint64_t)((double)(a->published - before->published) / seconds), text[3]));
    printf("\ndone %s, faulted %s, refused %s, cancelled %s\n", grouped(a->done, text[0]),
           grouped(a->faulted, text[1]), grouped(a->refused, text[2]),
           grouped(a->cancelled, text[3]));
    printf("workers %u, parked %u, running %u, longest %.1f ms, launches %s, stopped %s%s\n",
           a->workers, a->parked, a->running, a->longest_ms, grouped(a->launches, text[0]),
           grouped(a->stopped, text[1]), a->closed ? ", shut down" : "");
    if (before && a->heartbeat == before->heartbeat && a->in_flight)
        printf("nothing has moved since the last look: it may have stalled\n");
    printf("run again %s, turns of lower priorities %s, log %s, dropped %s\n",
           grouped(a->again, text[0]), grouped(a->starved, text[1]),
           grouped(a->log_written, text[2]), grouped(a->log_dropped, text[3]));
    for (uint32_t i = 0; i < VY_MEGA_PRIORITIES; i++)
        if (a->claims[i])
            printf("  %-10s claimed %15s\n", vy_mega_priority_name((vy_mega_priority)i),
                   grouped(a->claims[i], text[0]));
    for (uint32_t i = 0; i < VY_MEGA_TENANTS; i++)
        if (a->tenant_published[i])
            printf("  tenant %-3u  ended %17s of %s\n", i, grouped(a->tenant_ended[i], text[0]),
                   grouped(a->tenant_published[i], text[1]));
    for (uint32_t i = 0; i < VY_MEGA_METRICS; i++)
        if (a->metrics[i])
            printf("  opcode %-3u  run %19s\n", i, grouped(a->metrics[i], text[0]));
}

// ---- top ----
static int show_once(struct session *s, const char *name, bool json)
{
    vy_mega_account a;
    double age;
    vy_status status = vy_mega_look(s->context, name, &a, &age);
    if (status)
        return exit_code(status);
    if (json) {
        struct text t = {0};
        text_printf(&t, "{\"age_ms\":%.1f,", age);
        account_json(&t, &a);
        printf("%s}\n", t.at);
        text_free(&t);
    } else {
        print_account(&a, NULL, 0);
    }
    return EXIT_DONE;
}

/// On a terminal, twice a second until it is gone.
static int show_for_ever(struct session *s, const char *name)
{
    const struct timespec nap = {0, 500000000};
    vy_mega_account now, before;
    double age, last = 0;
    vy_status status = vy_mega_look(s->context, name, &now, &age);
    if (status)
        return exit_code(status);
    s->quiet = true; // its end is no error
    for (bool first = true; !status; first = false) {
        double at = now_ms() - age;
        printf("\033[H\033[2Jmegakernel '%s', %.1f s ago\n", name, age / 1e3);
        print_account(&now, first ? NULL : &before, (at - last) / 1e3);
        fflush(stdout);
        before = now;
        last = at;
        nanosleep(&nap, NULL);
        status = vy_mega_look(s->context, name, &now, &age);
    }
    printf("it has ended\n");
    return EXIT_DONE;
}

// ---- replay ----
static int replay(struct session *s, const char *path, const char *device, bool json)
{
    vy_mega_replay_stats stats;
    vy_mega_account a;
    vy_device *d = NULL;
    vy_mega *m = NULL;
    char text[3][32];
    double start = now_ms();
    vy_status status =
        vy_device_open(s->context, vy_device_params(.name = device ? device : "cpu"), &d);
    if (!status)
        status = vy_mega_replay(d, path, &m, &stats);
    if (!status)
        status = vy_mega_report(m, &a);
    if (!status && json) {
        struct text t = {0};
        text_printf(&t, "{\"bytes\":%llu,\"publications\":%llu,\"items\":%llu,\"torn_bytes\":%llu,",
                    (count)stats.bytes, (count)stats.publications, (count)stats.items,
                    (count)stats.torn_bytes);
        account_json(&t, &a);
        printf("%s}\n", t.at);
        text_free(&t);
    } else if (!status) {
        printf("%s: %s items in %s publications, in %.1f ms\n", path, grouped(stats.items, text[0]),
               grouped(stats.publications, text[1]), now_ms() - start);
        if (stats.torn_bytes)
            say("%s: its last %s bytes are no whole entry; whoever wrote it died there", path,
                grouped(stats.torn_bytes, text[2]));
        print_account(&a, NULL, 0);
    }
    vy_mega_destroy(&m);
    vy_device_close(&d);
    return exit_code(status);
}

int cmd_mega(int argc, char **argv)
{
    struct words w = words_of("mega", argc, argv);
    struct session s = {0};
    const char *what = NULL, *name = NULL, *device = NULL;
    bool json = false;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_JSON)
            json = true;
        else if (o == OPT_DEVICE)
            device = w.value;
        else if (!what)
            what = w.value;
        else if (!name)
            name = w.value;
        else
            return say_usage("mega", "mega takes one name, not '%s' too", w.value);
    }
    if (!what || (strcmp(what, "top") && strcmp(what, "replay")))
        return say_usage("mega", "mega wants 'top' or 'replay'");
    if (!name)
        return say_usage("mega", "mega %s wants %s", what,
                         *what == 't' ? "the name of a mirror" : "a log");
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    int code = *what == 'r'                     ? replay(&s, name, device, json)
               : !json && isatty(STDOUT_FILENO) ? show_for_ever(&s, name)
                                                : show_once(&s, name, json);
    session_end(&s);
    return code;
}
