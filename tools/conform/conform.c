// conform: random programs on the oracle and on other devices, byte for byte.
#include "crash.h"
#include "failure.h"
#include "replay.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_COUNT = 1000, MOST_WORKERS = CRASH_WORKERS, TELL_EVERY_MS = 500 };

/// What all workers share.
struct hunt {
    struct conform_result result;
    vy_device_params how;
    unsigned routes; ///< bits 1 << route; 0: in turn, by seed
    uint64_t count;  ///< 0: no limit
    double until;    ///< on the clock of now_ms(); 0: no limit
    atomic_uint_fast64_t next;
    struct crash_watch *watch; ///< what runs is told here
    struct stop_watch stop;
    atomic_uint begun; ///< workers
    atomic_bool stopped;
    pthread_mutex_t lock; ///< over `result`
    bool missing;         ///< a device cannot be opened
    bool tells;           ///< progress, on a terminal
    double told;
    uint32_t workers, failures_wanted;
    const char *html;
    const char **files; ///< that are to run, in place of what is made
    uint32_t file_count;
    bool json, table;
    bool with, without; ///< --passes
};

// ---- keeping ----
static void keep_failure(struct hunt *h, const struct trial *t)
{
    struct conform_result *r = &h->result;
    uint64_t at = r->failed++;
    if (r->failed >= h->failures_wanted)
        h->stopped = true;
    if (at >= CONFORM_FAILURES)
        return;
    struct conform_failure *f = &r->failures[at];
    *f = (struct conform_failure){.seed = t->seed,
                                  .end = t->end,
                                  .device = t->device,
                                  .route = t->route,
                                  .late = t->late,
                                  .prints = t->prints,
                                  .unseen = t->unseen};
    memcpy(f->problem, t->problem, sizeof f->problem);
    f->text = strdup(t->text);
    char name[64];
    conform_file(t->seed, name, sizeof name);
    if (f->text && file_write(name, "", 0, f->text, strlen(f->text)))
        f->file = strdup(name);
}

static void tell(struct hunt *h)
{
    const struct conform_result *r = &h->result;
    double now = now_ms();
    if (!h->tells || now - h->told < TELL_EVERY_MS)
        return;
    h->told = now;
    fprintf(stderr, "\r%llu programs, %.0f a second, %llu failed ", (unsigned long long)r->programs,
            (double)r->programs * 1000 / (now - r->seconds), (unsigned long long)r->failed);
}

/// Whether programs run as data in live rings alone, which run one workgroup.
static bool rings_alone(const struct conform_result *r)
{
    bool alone = r->device_count;
    for (uint32_t i = 0; i < r->device_count; i++)
        alone = alone && !strncmp(r->devices[i], "ring:", 5);
    return alone;
}

static void keep_refused(struct conform_refused *r, const char *lacks)
{
    uint32_t i = 0;
    while (i < CONFORM_REASONS - 1 && r->reasons[i].lacks[0] && strcmp(r->reasons[i].lacks, lacks))
        i++;
    if (!r->reasons[i].lacks[0])
        snprintf(r->reasons[i].lacks, TRIAL_LACKS, "%s",
                 i < CONFORM_REASONS - 1 ? lacks : "something else");
    r->reasons[i].programs++;
    r->programs++;
}

static void keep(struct hunt *h, const struct trial *t, const struct conform_coverage *c)
{
    struct conform_result *r = &h->result;
    pthread_mutex_lock(&h->lock);
    r->programs++;
    r->runs += t->runs;
    if (h->watch) {
        h->watch->programs++;
        h->watch->runs += t->runs;
    }
    r->too_long += t->end == TRIAL_LONG;
    r->unjudged += t->end == TRIAL_UNJUDGED;
    r->asserted += t->asserted;
    r->stopped += t->stopped;
    if (t->end >= TRIAL_DIFFERS)
        keep_failure(h, t);
    for (uint32_t i = 0; i < r->device_count; i++)
        if (t->refused >> i & 1)
            keep_refused(&r->refused[i], t->lacks[i]);
    for (uint32_t i = 0; i < r->device_count; i++)
        for (uint32_t row = 0; row < conform_rows() && t->ran_on >> i & 1; row++)
            for (uint32_t type = 0; type < CONFORM_TYPES; type++)
                r->coverage[i].cells[row][type] += c->cells[row][type];
    tell(h);
    pthread_mutex_unlock(&h->lock);
}

// ---- workers ----
/// Native mostly, since segments take more code to make, and for one in eight both of the others,
/// which share it.
static unsigned routes_of(const struct hunt *h, uint64_t seed)
{
    if (h->routes)
        return h->routes;
    // Not seed % 8: what a program is made of depends on such remainders.
    uint64_t turn = seed * 0x9e3779b97f4a7c15u >> 61;
    return turn ? 1u << VY_ROUTE_NATIVE : 1u << VY_ROUTE_RESIDENT | 1u << VY_ROUTE_HOST;
}

/// Without --passes one program in eight runs both ways.
static void choose_passes(const struct hunt *h, struct trial *t)
{
    t->with = h->with || !h->without;
    t->without = h->without || (!h->with && !(t->seed * 0xd1342543de82ef95u >> 61));
}

/// Of a device whose drivers differ in what they run.
static void name_driver(const char *name, vy_device *device, char driver[TRIAL_DRIVER])
{
    vy_device_info info;
    if (!strncmp(name, "vulkan", 6) && !vy_device_query(device, &info))
        memcpy(driver, info.model, TRIAL_DRIVER);
}

/// One after the other, so that a device that is not there is told once.
static bool begin_trials(struct hunt *h, struct bench_of_trials *b)
{
    pthread_mutex_lock(&h->lock);
    if (!h->missing)
        h->missing = !trials_begin(b, h->result.devices, h->result.device_count, &h->how);
    bool good = !h->missing;
    for (uint32_t i = 0; good && i < h->result.device_count; i++)
        name_driver(h->result.devices[i], b->devices[i], h->result.drivers[i]);
    pthread_mutex_unlock(&h->lock);
    return good;
}

static void *work(void *user)
{
    struct hunt *h = user;
    struct bench_of_trials *b = must_alloc(sizeof *b);
    struct conform_coverage c = {must_alloc(conform_rows() * sizeof *c.cells)};
    uint32_t me = atomic_fetch_add(&h->begun, 1) % MOST_WORKERS;
    if (!begin_trials(h, b))
        h->stopped = true;
    while (!h->stopped && !h->stop.got && !(h->until && now_ms() > h->until)) {
        uint64_t number = atomic_fetch_add(&h->next, 1);
        if (h->count && number >= h->count)
            break;
        struct trial t = {.seed = h->result.seed + number, .hostile = h->result.hostile};
        memset(c.cells, 0, conform_rows() * sizeof *c.cells);
        char *text = conform_make(&(struct conform_params){.seed = t.seed,
                                                           .coverage = &c,
                                                           .hostile = t.hostile,
                                                           .one_group = rings_alone(&h->result)});
        if (!text) {
            print_error("out of memory");
            exit(EXIT_SYSTEM);
        }
        t.text = text;
        t.routes = routes_of(h, t.seed);
        choose_passes(h, &t);
        if (h->watch)
            h->watch->running[me] = t.seed + 1;
        conform_trial_run(b, &t);
        if (h->watch)
            h->watch->running[me] = 0;
        keep(h, &t, &c);
        free(text);
    }
    trials_end(b);
    free(b);
    free(c.cells);
    return NULL;
}

static bool hunt_all(struct hunt *h)
{
    pthread_t threads[MOST_WORKERS];
    struct conform_result *r = &h->result;
    uint32_t started = 0;
    double start = r->seconds = now_ms(); // while it runs: when it began
    if (pthread_mutex_init(&h->lock, NULL))
        return false;
    for (uint32_t i = 0; i < r->device_count || !i; i++)
        r->coverage[i].cells = must_alloc(conform_rows() * sizeof *r->coverage[i].cells);
    while (started + 1 < h->workers && !pthread_create(&threads[started], NULL, work, h))
        started++;
    (void)work(h);
    for (uint32_t i = 0; i < started; i++)
        (void)pthread_join(threads[i], NULL);
    r->seconds = (now_ms() - start) / 1000;
    pthread_mutex_destroy(&h->lock);
    if (h->tells)
        fprintf(stderr, "\r\33[K");
    return r->programs > 0 || h->stop.got;
}

// ---- the command line ----
static int report(struct hunt *h)
{
    struct conform_result *r = &h->result;
    struct text t = {0};
    bool written = true;
    if (h->json) {
        conform_json(r, &t);
        fputs(t.at, stdout);
        text_free(&t);
    } else {
        conform_text(r, h->table, stdout);
    }
    if (h->html) {
        t = (struct text){0};
        conform_html(r, &t);
        written = file_write(h->html, "", 0, t.at, t.count);
        text_free(&t);
    }
    for (uint32_t i = 0; i < CONFORM_FAILURES; i++) {
        free(r->failures[i].text);
        free(r->failures[i].file);
    }
    for (uint32_t i = 0; i < TRIAL_DEVICES; i++)
        free(r->coverage[i].cells);
    return r->failed   ? EXIT_DIFFERS
           : !written  ? EXIT_SYSTEM
           : r->signal ? STOP_CODE + r->signal
                       : EXIT_DONE;
}

/// One option; false after reporting.
static bool take(struct hunt *h, const struct words *w, enum option o)
{
    uint64_t number = 0;
    vy_route route;
    switch (o) {
    case OPT_DEVICE:
        if (h->result.device_count == TRIAL_DEVICES) {
            usage_error("conform", "--device %s: at most %d of them", w->value, TRIAL_DEVICES);
            return false;
        }
        h->result.devices[h->result.device_count++] = w->value;
        return true;
    case OPT_ROUTE:
        if (!route_option(w, &route))
            return false;
        h->routes |= route ? 1u << route
                           : 1u << VY_ROUTE_NATIVE | 1u << VY_ROUTE_RESIDENT | 1u << VY_ROUTE_HOST;
        return true;
    case OPT_LEVEL:
    case OPT_NO_PASS: return device_option(w, o, &h->how);
    case OPT_PASSES:
        h->with = strcmp(w->value, "off") != 0;
        h->without = strcmp(w->value, "on") != 0;
        if (strcmp(w->value, "on") && strcmp(w->value, "off") && strcmp(w->value, "both")) {
            usage_error("conform", "--passes %s: on, off or both", w->value);
            return false;
        }
        return true;
    case OPT_HOSTILE: h->result.hostile = true; return true;
    case OPT_HTML: h->html = w->value; return true;
    case OPT_JSON: h->json = true; return true;
    case OPT_TABLE: h->table = true; return true;
    case OPT_SEED:
    case OPT_PROGRAMS:
    case OPT_SECONDS:
    case OPT_THREADS:
        if (!number_option(w, o, &number))
            return false;
        if (o == OPT_SEED)
            h->result.seed = number;
        else if (o == OPT_PROGRAMS)
            h->count = number;
        else if (o == OPT_SECONDS)
            h->until = now_ms() + (double)number * 1000;
        else
            h->workers = number > MOST_WORKERS ? MOST_WORKERS : (uint32_t)number;
        return true;
    default: h->files[h->file_count++] = w->value; return true;
    }
}

/// In a process of its own.
static int hunt(void *user)
{
    struct hunt *h = user;
    if (!stop_begin(&h->stop)) {
        print_error("no thread can be made");
        return EXIT_SYSTEM;
    }
    bool ran = hunt_all(h);
    h->result.signal = h->stop.got;
    for (uint32_t i = 0; ran && i < h->result.failed && i < CONFORM_FAILURES; i++)
        conform_reduce(&h->result, &h->result.failures[i], &h->how, &h->stop.got);
    stop_end(&h->stop);
    return ran ? report(h) : EXIT_SYSTEM;
}

/// One of the programs that ran ended the process: finds which, each in a process of its own.
static int after_crash(struct hunt *h, int signal)
{
    struct conform_result *r = &h->result;
    for (uint32_t i = 0; i < MOST_WORKERS && !r->failed; i++) {
        uint64_t running = h->watch->running[i];
        if (!running)
            continue;
        struct trial t = {
            .seed = running - 1, .routes = routes_of(h, running - 1), .hostile = r->hostile};
        char *text = conform_make(&(struct conform_params){
            .seed = t.seed, .hostile = t.hostile, .one_group = rings_alone(r)});
        if (!text)
            continue;
        t.text = text;
        choose_passes(h, &t);
        int again = crash_trial(r->devices, r->device_count, &h->how, &t);
        if (again) {
            keep_failure(h, &t);
            r->failures[0].signal = again;
            conform_reduce(r, &r->failures[0], &h->how, NULL);
        }
        free(text);
    }
    if (!r->failed) {
        print_error("a signal ended the programs (%s), but none of them alone", strsignal(signal));
        return EXIT_SYSTEM;
    }
    for (uint32_t i = 0; i < r->device_count; i++)
        r->coverage[i].cells = must_alloc(conform_rows() * sizeof *r->coverage[i].cells);
    r->programs = h->watch->programs + 1; // the table is lost with the process
    r->runs = h->watch->runs;
    return report(h);
}

static void forget(struct hunt *h)
{
    free(h->files);
    free(h);
}

static int replay(const struct hunt *h)
{
    const struct conform_result *r = &h->result;
    const struct replay how = {r->devices,
                               r->device_count,
                               h->how,
                               h->routes,
                               r->hostile,
                               h->json,
                               h->with || !h->without,
                               h->without || !h->with};
    if (h->count || h->until || h->html || h->table)
        return usage_error("conform", "%s is for programs that conform makes, not for '%s'",
                           h->html    ? option_name(OPT_HTML)
                           : h->table ? option_name(OPT_TABLE)
                           : h->count ? option_name(OPT_PROGRAMS)
                                      : option_name(OPT_SECONDS),
                           h->files[0]);
    return replay_files(&how, h->files, h->file_count);
}

int cmd_conform(int argc, char **argv)
{
    struct words w = words_of("conform", argc, argv);
    struct hunt *h = must_alloc(sizeof *h);
    h->files = must_alloc(((size_t)argc + 1) * sizeof *h->files);
    h->result.seed = 1;
    h->how = (vy_device_params){
        .size = sizeof(vy_device_params), .threads = 2, .level = VY_LEVEL_NONE, .cache = ""};
    h->failures_wanted = 1;
    h->tells = isatty(2);
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        bool help = o == OPT_HELP;
        if (!help && o != OPT_BAD && take(h, &w, o))
            continue;
        forget(h);
        return help ? verb_help(w.verb, stdout) : EXIT_USAGE;
    }
    h->result.optimised = h->how.level != VY_LEVEL_NONE;
    const char *usual = getenv("VYRE_DEVICE");
    if (!h->result.device_count)
        h->result.devices[h->result.device_count++] = usual && *usual ? usual : "cpu";
    if (h->file_count) {
        int code = replay(h);
        forget(h);
        return code;
    }
    if (h->html && !file_may_write(h->html)) {
        forget(h);
        return EXIT_SYSTEM;
    }
    if (!h->count && !h->until)
        h->count = DEFAULT_COUNT;
    if (!h->workers) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        h->workers = cores < 1 ? 1 : cores > MOST_WORKERS ? MOST_WORKERS : (uint32_t)cores;
    }
    sigset_t before;
    stop_block(&h->stop, &before);
    int signal, code = crash_guard(&h->watch, &h->stop, hunt, h, &signal);
    stop_unblock(&before);
    // What ends it from outside is no crash.
    if (signal == SIGPIPE || sigismember(&h->stop.asked, signal) == 1)
        code = EXIT_SYSTEM;
    else if (signal)
        code = after_crash(h, signal);
    crash_end(h->watch);
    forget(h);
    return code;
}
