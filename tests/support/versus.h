// A device beside the oracle: one program, every way in which the device can run it.
#ifndef TESTS_SUPPORT_VERSUS_H
#define TESTS_SUPPORT_VERSUS_H

#include "support/routes.h"

// Instrumented code takes several times as long to make and to run: tests do less then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VERSUS_INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define VERSUS_INSTRUMENTED 1
#endif
#endif
#ifndef VERSUS_INSTRUMENTED
#define VERSUS_INSTRUMENTED 0
#endif

/// One way of running it; all routes each.
struct versus_way {
    vy_level level;
    uint32_t lanes;   ///< of a vector; 0: the compiler's choice
    uint32_t threads; ///< of a dispatch; on a GPU as in enum versus_turns
    bool odd;         ///< in a host thread that flushes subnormals and rounds upwards
    bool outline;     ///< cpu: segments are compiled as functions
};

/// How workgroups that meet run on a GPU, where the way does not leave it to the device.
enum versus_turns { VERSUS_ANY, VERSUS_IN_TURN, VERSUS_AT_ONCE };

#define VERSUS_WAYS(list) (uint32_t)(sizeof(list) / sizeof *(list))

/// A folder for compiled code, so that several threads counts need one compilation; removed again
/// by versus_close().
struct versus {
    char cache[64];
    bool kept;
    const char *device; ///< set after versus_open(); NULL: cpu
    uint64_t compiled, runs;
    /// Set after versus_open(): one device for each level and all programs, which is what takes
    /// time on a GPU.
    bool shares;
    struct versus_shared {
        vy_context *context;
        vy_device *device;
    } shared[2];
    struct routes *current;
    /// Set after versus_open(): part of the message by which the device refuses a program; such a
    /// run is counted and is not wrong.
    const char *const *refusals; ///< NULL at the end
    uint64_t refused;
    vy_route only;                   ///< set after versus_open(); 0: all of them
    double spent[VY_ROUTE_HOST + 1]; ///< seconds on each route; [0]: making code
};

/// Whether there is a cpu device. Where not, says so; *result is then what the test ends with: a
/// failure in a build that has one.
bool versus_present(int *result);
/// False: no folder.
bool versus_open(struct versus *v);
/// A folder that is there, and stays, instead.
void versus_keep(struct versus *v, const char *folder);
void versus_close(struct versus *v);

/// Runs `as` on the oracle, unless its native route has run, and then on the device in each of
/// these ways. NULL where statuses, messages, bytes and passes are the same; else what is wrong,
/// until routes_free(as). VY_ERROR_LIMIT of the oracle counts as the same: the run is too long.
const char *versus_run(struct versus *v, struct routes *as, const struct versus_way *ways,
                       uint32_t count);

#endif
