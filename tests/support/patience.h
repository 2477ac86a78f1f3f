// How long a test waits for what must come.
#ifndef TESTS_SUPPORT_PATIENCE_H
#define TESTS_SUPPORT_PATIENCE_H

/// A deadline that surely has not passed, however slow or busy the machine is: a day. ctest ends
/// what never ends after an hour.
enum { PATIENT_MS = 24 * 3600 * 1000 };
/// For alarm(), where the input at which the library hangs is to be known: before ctest does so.
enum { STUCK_S = 30 * 60 };

#endif
