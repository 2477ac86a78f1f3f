// The names that tests open devices by: options of the cuda device stand in them, and this process
// has some set.
#ifndef TESTS_SUPPORT_NAMED_H
#define TESTS_SUPPORT_NAMED_H

struct vy_device;

/// "cuda" with the options set so far, those of $VYRE_TEST_CUDA ("exact=1:stop_ms=0") first. Good
/// until the next call.
const char *cuda_name(void);
/// The same for "cuda", and any other name as it is; NULL for NULL.
const char *test_device(const char *name);
/// Sets an option for the devices that are opened from now on; NULL: takes it back.
void cuda_option(const char *key, const char *value);
/// The same, but what is set already stays.
void cuda_option_usual(const char *key, const char *value);
/// Changes virtual_groups of an open cuda device: 1, 0 or -1. Not while it runs anything.
void cuda_virtual_groups(struct vy_device *device, int value);

#endif
