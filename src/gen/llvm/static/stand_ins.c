// What a libvyre-llvm.so with LLVM inside would otherwise need from the machine it runs on.
//
// zlib and zstd: LLVM asks for them when it compresses debug sections, which code here never has;
// each call says that it failed. terminfo: LLVM before 19 asks it whether stderr has colours; there
// are none. arc4random: new in glibc 2.36, and libstdc++ was built to use it.
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

enum { Z_DATA_ERROR = -3 };

int compress2(unsigned char *to, unsigned long *to_bytes, const unsigned char *from,
              unsigned long bytes, int level);
int compress2(unsigned char *to, unsigned long *to_bytes, const unsigned char *from,
              unsigned long bytes, int level)
{
    (void)to, (void)to_bytes, (void)from, (void)bytes, (void)level;
    return Z_DATA_ERROR;
}

int uncompress(unsigned char *to, unsigned long *to_bytes, const unsigned char *from,
               unsigned long bytes);
int uncompress(unsigned char *to, unsigned long *to_bytes, const unsigned char *from,
               unsigned long bytes)
{
    (void)to, (void)to_bytes, (void)from, (void)bytes;
    return Z_DATA_ERROR;
}

unsigned long compressBound(unsigned long bytes);
unsigned long compressBound(unsigned long bytes)
{
    return bytes;
}

unsigned long crc32(unsigned long crc, const unsigned char *from, unsigned bytes);
unsigned long crc32(unsigned long crc, const unsigned char *from, unsigned bytes)
{
    (void)from, (void)bytes;
    return crc;
}

void *ZSTD_createCCtx(void);
void *ZSTD_createCCtx(void)
{
    return NULL;
}

size_t ZSTD_freeCCtx(void *state);
size_t ZSTD_freeCCtx(void *state)
{
    (void)state;
    return 0;
}

unsigned ZSTD_isError(size_t code);
unsigned ZSTD_isError(size_t code)
{
    (void)code;
    return 1;
}

const char *ZSTD_getErrorName(size_t code);
const char *ZSTD_getErrorName(size_t code)
{
    (void)code;
    return "this build has no zstd";
}

size_t ZSTD_compressBound(size_t bytes);
size_t ZSTD_compressBound(size_t bytes)
{
    return bytes;
}

size_t ZSTD_CCtx_setParameter(void *state, int parameter, int value);
size_t ZSTD_CCtx_setParameter(void *state, int parameter, int value)
{
    (void)state, (void)parameter, (void)value;
    return 1;
}

size_t ZSTD_compress2(void *state, void *to, size_t to_bytes, const void *from, size_t bytes);
size_t ZSTD_compress2(void *state, void *to, size_t to_bytes, const void *from, size_t bytes)
{
    (void)state, (void)to, (void)to_bytes, (void)from, (void)bytes;
    return 1;
}

size_t ZSTD_compress(void *to, size_t to_bytes, const void *from, size_t bytes, int level);
size_t ZSTD_compress(void *to, size_t to_bytes, const void *from, size_t bytes, int level)
{
    (void)to, (void)to_bytes, (void)from, (void)bytes, (void)level;
    return 1;
}

size_t ZSTD_decompress(void *to, size_t to_bytes, const void *from, size_t bytes);
size_t ZSTD_decompress(void *to, size_t to_bytes, const void *from, size_t bytes)
{
    (void)to, (void)to_bytes, (void)from, (void)bytes;
    return 1;
}

int setupterm(const char *name, int fd, int *error);
int setupterm(const char *name, int fd, int *error)
{
    (void)name, (void)fd;
    if (error)
        *error = 0;
    return -1;
}

void *set_curterm(void *terminal);
void *set_curterm(void *terminal)
{
    (void)terminal;
    return NULL;
}

int del_curterm(void *terminal);
int del_curterm(void *terminal)
{
    (void)terminal;
    return -1;
}

int tigetnum(const char *name);
int tigetnum(const char *name)
{
    (void)name;
    return -1;
}
