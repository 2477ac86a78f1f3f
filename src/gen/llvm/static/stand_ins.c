// What a libvyre-llvm.so with LLVM inside would otherwise need from the machine it runs on.
//
// zlib and zstd: LLVM asks for them when it compresses debug sections, which code here never has;
// each call fails. terminfo: LLVM before 19 asks it whether stderr has colours; there are none.
// arc4random: new in glibc 2.36, and libstdc++ was built to use it.
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

uint32_t arc4random(void);
uint32_t arc4random(void)
{
    uint32_t number = 0;
    ssize_t got = getrandom(&number, sizeof number, 0);
    (void)got; // names of temporary files alone come from it
    return number;
}

/// A function with this result, whatever it is called with: the caller removes arguments.
#define STAND_IN(type, name, result) \
    type name(void);                 \
    type name(void)                  \
    {                                \
        return result;               \
    }

enum { Z_DATA_ERROR = -3 };
STAND_IN(int, compress2, Z_DATA_ERROR)
STAND_IN(int, uncompress, Z_DATA_ERROR)
STAND_IN(unsigned long, compressBound, 0)
STAND_IN(unsigned long, crc32, 0)

STAND_IN(void *, ZSTD_createCCtx, NULL)
STAND_IN(size_t, ZSTD_freeCCtx, 0)
STAND_IN(unsigned, ZSTD_isError, 1)
STAND_IN(const char *, ZSTD_getErrorName, "this build has no zstd")
STAND_IN(size_t, ZSTD_compressBound, 0)
STAND_IN(size_t, ZSTD_CCtx_setParameter, 1)
STAND_IN(size_t, ZSTD_compress2, 1)
STAND_IN(size_t, ZSTD_compress, 1)
STAND_IN(size_t, ZSTD_decompress, 1)

STAND_IN(int, setupterm, -1)
STAND_IN(void *, set_curterm, NULL)
STAND_IN(int, del_curterm, -1)
STAND_IN(int, tigetnum, -1)
