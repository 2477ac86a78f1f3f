// cache: what compiled code there is on disk; checks it, clears it.
#include "cmd.h"

#include <string.h>
#include <time.h>

enum { SHOW, VERIFY, CLEAR };

struct listing {
    struct session session;
    bool json, all; ///< all: every entry is printed, else those that are not valid
    struct text entries;
};

/// "3 days ago"
static void age_text(uint64_t used, char text[32])
{
    static const struct {
        const char *unit;
        uint64_t seconds;
    } units[] = {{"day", 86400}, {"hour", 3600}, {"minute", 60}};
    uint64_t now = (uint64_t)time(NULL), age = now > used ? now - used : 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        unsigned long long n = age / units[i].seconds;
        if (n) {
            snprintf(text, 32, "%llu %s%s ago", n, units[i].unit, n == 1 ? "" : "s");
            return;
        }
    }
    snprintf(text, 32, "just now");
}

static void entry_json(struct text *t, const vy_cache_entry *e)
{
    text_printf(t, "%s{\"key\":", t->count ? "," : "");
    text_json(t, e->key);
    text_printf(t, ",\"label\":");
    text_json(t, e->label);
    text_printf(
        t, ",\"bytes\":%llu,\"used\":%llu,\"valid\":%s,\"wrong\":", (unsigned long long)e->bytes,
        (unsigned long long)e->used, e->valid ? "true" : "false");
    text_json(t, e->wrong);
    text_printf(t, "}");
}

static void take_entry(void *user, const vy_cache_entry *e)
{
    struct listing *l = user;
    char bytes[32], age[32];
    if (l->json) {
        entry_json(&l->entries, e);
    } else if (l->all || !e->valid) {
        age_text(e->used, age);
        text_printf(&l->entries, "%.12s %12s bytes  %-14s  %s%s%s\n", e->key,
                    grouped(e->bytes, bytes), age, e->label, *e->label && e->wrong ? ": " : "",
                    e->wrong ? e->wrong : "");
    }
}

static void print_json(const struct listing *l, const vy_cache_info *info)
{
    struct text t = {0};
    text_printf(&t, "{\"folder\":");
    text_json(&t, info->folder);
    text_printf(&t,
                ",\"entries\":%u,\"max_entries\":%u,\"bytes\":%llu,\"max_bytes\":%llu,"
                "\"broken\":%u,\"left\":%u,\"left_bytes\":%llu,\"removed\":%u,\"list\":[%s],"
                "\"diagnostics\":[%s]}\n",
                info->entries, info->max_entries, (unsigned long long)info->bytes,
                (unsigned long long)info->max_bytes, info->broken, info->left,
                (unsigned long long)info->left_bytes, info->removed,
                l->entries.at ? l->entries.at : "",
                l->session.collected.at ? l->session.collected.at : "");
    fputs(t.at, stdout);
    text_free(&t);
}

static void print_text(const struct listing *l, const vy_cache_info *info, int what)
{
    char count[32], bytes[32], most[32], removed[32];
    printf("%s: %s %s, %s bytes", info->folder, grouped(info->entries, count),
           info->entries == 1 ? "entry" : "entries", grouped(info->bytes, bytes));
    if (info->left)
        printf(", and %s file%s of %s bytes that killed writers left", grouped(info->left, count),
               info->left == 1 ? "" : "s", grouped(info->left_bytes, bytes));
    grouped(info->removed, removed);
    if (what == SHOW)
        printf("; at most %s, and %llu MiB\n", grouped(info->max_entries, most),
               (unsigned long long)(info->max_bytes >> 20));
    else if (what == CLEAR)
        printf("; removed %s\n", removed);
    else if (info->broken)
        printf("; %u not valid, removed %s\n", info->broken, removed);
    else if (info->removed)
        printf("; all valid, removed %s\n", removed);
    else
        printf("; all valid\n");
    if (what != CLEAR && l->entries.at)
        fputs(l->entries.at, stdout);
}

static int look(struct listing *l, int what)
{
    static vy_status (*const calls[])(vy_context *, const vy_cache_params *, vy_cache_info *) = {
        vy_cache_list, vy_cache_verify, vy_cache_clear};
    vy_cache_info info;
    l->all = what == SHOW;
    l->session.json = l->json;
    if (!session_begin(&l->session))
        return EXIT_SYSTEM;
    vy_status status = calls[what](l->session.context,
                                   vy_cache_params(.entry = take_entry, .entry_user = l), &info);
    if (l->json)
        print_json(l, &info);
    else if (!status)
        print_text(l, &info, what);
    text_free(&l->entries);
    session_end(&l->session);
    return status ? exit_code(status) : what == VERIFY && info.broken ? EXIT_DIFFERS : EXIT_DONE;
}

int cmd_cache(int argc, char **argv)
{
    static const char *const names[] = {"show", "verify", "clear"};
    struct words w = words_of("cache", argc, argv);
    struct listing l = {0};
    int what = -1;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        l.json = l.json || o == OPT_JSON;
        if (o != OPT_ARGUMENT)
            continue;
        if (what >= 0)
            return usage_error("cache", "cache does one thing, not '%s' too", w.value);
        for (what = 0; what < 3 && strcmp(names[what], w.value);)
            what++;
        if (what == 3)
            return usage_error("cache", "cache does not '%s'; it can show, verify and clear",
                               w.value);
    }
    return look(&l, what < 0 ? SHOW : what);
}
