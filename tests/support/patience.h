// How long a test waits for what must come.
#ifndef TESTS_SUPPORT_PATIENCE_H
#define TESTS_SUPPORT_PATIENCE_H

/// A deadline that surely has not passed, however slow or busy the machine is. A program that never
/// ends is still found before ctest ends the test, which is after an hour.
enum { PATIENT_MS = 30 * 60 * 1000 };

#endif
