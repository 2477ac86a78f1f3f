// vyre mega top on a terminal: a page twice a second, in a screen of its own that goes away with
// it, cut to what fits; what was last seen stays.
#include "mega_show.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { EVERY_MS = 500 };

// What a signal may write: to end, and to go to the background.
static volatile sig_atomic_t asked, suspended;

static void ask(int number)
{
    if (number == SIGTSTP)
        suspended = 1;
    else
        asked = 1;
}

struct terminal {
    struct termios before;
    bool keys; ///< single keys can be read
};

static void enter(struct terminal *t)
{
    const struct sigaction stop = {.sa_handler = ask};
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGHUP, &stop, NULL);
    sigaction(SIGTSTP, &stop, NULL);
    t->keys = isatty(STDIN_FILENO) && !tcgetattr(STDIN_FILENO, &t->before);
    if (t->keys) {
        struct termios now = t->before;
        now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        tcsetattr(STDIN_FILENO, TCSANOW, &now);
    }
    printf("\033[?1049h\033[?25l"); // a screen of its own, no cursor
}

static void leave(const struct terminal *t)
{
    printf("\033[?25h\033[?1049l");
    fflush(stdout);
    if (t->keys)
        tcsetattr(STDIN_FILENO, TCSANOW, &t->before);
}

/// The shell gets the terminal as it was, and we one as it is then.
static void suspend(struct terminal *t)
{
    suspended = 0;
    leave(t);
    raise(SIGSTOP);
    enter(t);
}

/// Waits for the next page; true: a key or a signal asks to stop.
static bool pause_or_stop(struct terminal *t)
{
    struct pollfd keys = {.fd = t->keys ? STDIN_FILENO : -1, .events = POLLIN};
    char key = 0;
    if (poll(&keys, 1, EVERY_MS) > 0 && read(STDIN_FILENO, &key, 1) < 1)
        return true; // the reader has gone
    if (suspended)
        suspend(t);
    return asked || key == 'q' || key == 'Q' || key == 4; // or the end of input
}

/// As many lines and columns as there are. Each is written over what stood there, so that nothing
/// flickers.
static void draw(const char *page)
{
    struct winsize size;
    int rows = 24, columns = 80;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
        rows = size.ws_row, columns = size.ws_col;
    printf("\033[H");
    for (int row = 0; *page && row < rows; row++) {
        int length = (int)strcspn(page, "\n");
        bool last = row == rows - 1 && page[length] && page[length + 1];
        if (last)
            printf("%.*s\033[K", columns, "... more than fits here; --json has all");
        else
            printf("%.*s\033[K", length < columns ? length : columns, page);
        printf(row == rows - 1 ? "" : "\r\n");
        page += length + (page[length] == '\n');
    }
    printf("\033[J");
    fflush(stdout);
}

static void page_of(struct text *t, const char *name, const vy_mega_account *now,
                    const vy_mega_account *before, double seconds, double age_ms)
{
    t->count = 0;
    text_printf(t, "megakernel '%s'; q ends\n", name);
    age_text(t, age_ms);
    account_text(t, now, before, seconds);
}

int mega_top(struct session *s, const char *name)
{
    vy_mega_account now, before;
    struct terminal terminal;
    struct text page = {0};
    double age, last = 0;
    vy_status status = vy_mega_look(s->context, name, &now, &age);
    if (status)
        return exit_code(status);
    s->quiet = true; // its end is no error
    bool stop = false;
    enter(&terminal);
    for (bool first = true; !status && !stop; first = false) {
        double at = now_ms() - age;
        if (first || at - last > 1) { // or it is the same as the last one
            page_of(&page, name, &now, first ? NULL : &before, (at - last) / 1e3, age);
            before = now;
            last = at;
        } else {
            page_of(&page, name, &now, NULL, 0, age);
        }
        draw(page.at);
        stop = pause_or_stop(&terminal);
        if (!stop)
            status = vy_mega_look(s->context, name, &now, &age);
    }
    leave(&terminal);
    page.count = 0;
    account_text(&page, &before, NULL, 0);
    printf("megakernel '%s'%s\n%s", name, stop ? "" : " has ended; what was last seen:", page.at);
    text_free(&page);
    return EXIT_DONE;
}
