// mega: what live megakernels do, through their mirrors; and running their replay logs again.
#include "cmd.h"
#include "mega_show.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long count;

// ---- top ----
static int show_once(struct session *s, const char *name, bool json)
{
    vy_mega_account a;
    double age;
    vy_status status = vy_mega_look(s->context, name, &a, &age);
    if (status)
        return exit_code(status);
    struct text t = {0};
    if (json) {
        text_printf(&t, "{\"age_ms\":%.1f,", age);
        account_json(&t, &a);
        text_printf(&t, "}\n");
    } else {
        age_text(&t, age);
        account_text(&t, &a, NULL, 0);
    }
    printf("%s", t.at);
    text_free(&t);
    return EXIT_DONE;
}

/// Which there are, by the names of what they show themselves in.
static int list_them(bool json)
{
    static const char begin[] = "vyre-mega-";
    const char *separator = "";
    vy_context *quiet = NULL; // some may be another user's, or of another version
    DIR *folder = opendir("/dev/shm");
    char text[2][32];
    int found = 0;
    if (folder && vy_context_create(NULL, &quiet))
        return closedir(folder), EXIT_SYSTEM;
    if (json)
        printf("[");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        const char *name = e->d_name + sizeof begin - 1;
        vy_mega_account a;
        double age;
        if (strncmp(e->d_name, begin, sizeof begin - 1) || vy_mega_look(quiet, name, &a, &age))
            continue;
        if (json)
            printf("%s{\"name\":\"%s\",\"published\":%llu,\"age_ms\":%.1f}", separator, name,
                   (count)a.published, age);
        else
            printf("%-24s %s published, %s in flight%s\n", name, grouped(a.published, text[0]),
                   grouped(a.in_flight, text[1]), age > 1500 ? "; nothing new comes" : "");
        separator = ",";
        found++;
    }
    if (json)
        printf("]\n");
    else if (!found)
        printf("no megakernel shows itself here: make it with .mirror = \"NAME\"\n");
    vy_context_destroy(&quiet);
    if (folder)
        closedir(folder);
    return EXIT_DONE;
}

// ---- replay ----
/// On a terminal, how far it has come and what it waits for.
static void show_progress(void *user, const vy_mega_replay_progress *p)
{
    struct progress *shown = &((struct session *)user)->progress;
    char ended[32], items[32];
    uint64_t now = (uint64_t)now_ms();
    if (!isatty(STDERR_FILENO) || (now - shown->last_ms < 500 && !p->waits_for))
        return;
    shown->last_ms = now;
    shown->shown = true;
    fprintf(stderr, "\r%u %% read, %s of %s items ended%s%s\033[K",
            p->bytes ? (unsigned)((double)p->read / (double)p->bytes * 100) : 0,
            grouped(p->ended, ended), grouped(p->items, items), p->waits_for ? "; waits for " : "",
            p->waits_for ? p->waits_for : "");
}

/// `deadline_ms` NULL: none was given, and the time without progress ends it.
static int replay(struct session *s, const char *path, const char *device,
                  const uint64_t *deadline_ms, bool json)
{
    vy_mega_replay_stats stats;
    vy_mega_account a;
    vy_device *d = NULL;
    vy_mega *m = NULL;
    char text[3][32];
    double start = now_ms();
    vy_status status = vy_device_open(s->context, vy_device_params(.name = device), &d);
    if (!status)
        status = vy_mega_replay(
            d, path,
            vy_mega_replay_params(.stall_ms = deadline_ms ? VY_FOREVER : 0,
                                  .deadline_ms = deadline_ms ? (uint32_t)*deadline_ms : 0,
                                  .progress = show_progress, .progress_user = s),
            &m, &stats);
    progress_end(&s->progress);
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
            print_error("%s: its last %s bytes are no whole entry: its writer died there", path,
                        grouped(stats.torn_bytes, text[2]));
        struct text t = {0};
        account_text(&t, &a, NULL, 0);
        printf("%s", t.at);
        text_free(&t);
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
    uint64_t deadline = 0;
    bool json = false, ends = false;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_DEADLINE && !number_option(&w, o, &deadline))
            return EXIT_USAGE;
        if (o == OPT_JSON)
            json = true;
        else if (o == OPT_DEVICE)
            device = w.value;
        else if (o == OPT_DEADLINE)
            ends = true;
        else if (!words_pair(&w, "name", &what, &name))
            return EXIT_USAGE;
    }
    if (!what)
        return usage_error("mega", "mega wants 'top' or 'replay'");
    if (strcmp(what, "top") && strcmp(what, "replay"))
        return usage_error("mega", "mega wants 'top' or 'replay', not '%s'", what);
    if (!name && *what == 'r')
        return usage_error("mega", "mega replay wants a log");
    if (!name)
        return list_them(json);
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    int code = *what == 'r' ? replay(&s, name, device, ends ? &deadline : NULL, json)
               : !json && isatty(STDOUT_FILENO) ? mega_top(&s, name)
                                                : show_once(&s, name, json);
    session_end(&s);
    return code;
}
