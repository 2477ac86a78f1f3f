// Traces as `vyre run` writes them: of launches at once none lies over another on its line.
#include "support/files.h"
#include "tools/vyre/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void launches_have_lines(void **state)
{
    static const struct {
        const char *what, *line;
        double start, ms;
    } events[] = {
        {"upload", "\"tid\":2", 0, 4},  {"launch", "\"tid\":3", 4, 4},
        {"launch", "\"tid\":6", 5, 1}, // beside the one before
        {"launch", "\"tid\":6", 6, 1}, // behind that
        {"launch", "\"tid\":7", 4, 8}, // told later than it began
        {"launch", "\"tid\":3", 8, 1},  {"download", "\"tid\":4", 8, 4},
        {"compile", "\"tid\":5", 0, 9},
    };
    enum { COUNT = sizeof events / sizeof *events };
    const char *base = getenv("TMPDIR");
    char path[200];
    vy_device_params params = {.size = sizeof(vy_device_params)};
    struct trace t = {.file = path};
    struct bytes text = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/trace-XXXXXX", base ? base : P_tmpdir);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    trace_begin(&t);
    trace_device(&t, &params);
    for (int i = 0; i < COUNT; i++) {
        char name[8];
        snprintf(name, sizeof name, "e%d", i);
        params.trace(params.trace_user, &(vy_trace_event){.what = events[i].what,
                                                          .name = name,
                                                          .start_ms = t.start + events[i].start,
                                                          .ms = events[i].ms});
    }
    assert_true(trace_write(&t, "p", "cpu", "\"n\":1"));
    trace_end(&t);
    assert_true(test_file_read(path, &text));
    assert_int_equal(unlink(path), 0);
    for (int i = 0; i < COUNT; i++) {
        char name[32];
        snprintf(name, sizeof name, "{\"name\":\"e%d\"", i);
        const char *at = strstr((const char *)text.at, name), *end = at ? strchr(at, '\n') : NULL;
        const char *line = at ? strstr(at, events[i].line) : NULL;
        assert_true(line && line < end);
    }
    assert_non_null(strstr((const char *)text.at, "\"tid\":7,\"args\":{\"name\":\"launches 3\"}"));
    assert_null(strstr((const char *)text.at, "launches 4"));
    bytes_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(launches_have_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
