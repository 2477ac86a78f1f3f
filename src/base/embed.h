// A file of lib/ as a string of the library: the assembler includes it from the folder that the
// build names (VYI_LIB_FOLDER).
#pragma once

#include "base/base.h"

/// Defines `const char name[]` with the file's text and a terminating zero.
#define VYI_EMBED(name, file)                           \
    __asm__(".pushsection .rodata\n"                    \
            ".global " #name "\n"                       \
            ".hidden " #name "\n"                       \
            ".type " #name ", %object\n" #name ":\n"    \
            ".incbin \"" VYI_LIB_FOLDER "/" file "\"\n" \
            ".byte 0\n"                                 \
            ".size " #name ", . - " #name "\n"          \
            ".popsection\n");                           \
    extern const char name[] __attribute__((visibility("hidden")));
