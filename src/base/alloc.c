// Memory: the context's hook, arenas, vectors, texts.
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void *vyi_default_alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    (void)user, (void)old_bytes;
    if (bytes)
        return realloc(old, bytes);
    free(old);
    return NULL;
}

void *vyi_realloc(vy_context *c, void *old, size_t old_bytes, size_t bytes)
{
    return c->params.alloc(c->params.alloc_user, old, old_bytes, bytes);
}

void *vyi_calloc(vy_context *c, size_t count, size_t bytes)
{
    if (bytes && count > SIZE_MAX / bytes)
        return NULL;
    bytes *= count;
    if (c->params.alloc == vyi_default_alloc)
        return calloc(1, bytes ? bytes : 1); // untouched pages cost nothing
    void *memory = vyi_realloc(c, NULL, 0, bytes ? bytes : 1);
    return memory ? memset(memory, 0, bytes ? bytes : 1) : NULL;
}

void vyi_free(vy_context *c, void *memory, size_t bytes)
{
    if (memory)
        vyi_realloc(c, memory, bytes, 0);
}

void vyi_large_pages(void *memory, size_t bytes)
{
    enum { LARGE = 1 << 21 };
    uintptr_t from = ((uintptr_t)memory + LARGE - 1) / LARGE * LARGE,
              to = ((uintptr_t)memory + bytes) / LARGE * LARGE;
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE); // mere advice
}

vy_status vy_context_create(const vy_context_params *params, vy_context **context)
{
    vy_context_params filled = vy_context_defaults();
    if (!context)
        return VY_ERROR_ARGUMENT;
    *context = NULL;
    vy_status status = vyi_params_read(NULL, vy_context_params, params, &filled);
    if (status)
        return status;
    if (!filled.alloc)
        filled.alloc = vyi_default_alloc;
    if (!filled.max_errors)
        filled.max_errors = 20;
    vy_context *c = filled.alloc(filled.alloc_user, NULL, 0, sizeof *c);
    *context = c;
    if (!c)
        return VY_ERROR_MEMORY;
    c->params = filled;
    return VY_OK;
}

void vy_context_destroy(vy_context **context)
{
    if (!context || !*context)
        return;
    vy_context *c = *context;
    *context = NULL;
    c->params.alloc(c->params.alloc_user, c, sizeof *c, 0);
}

// ---- memory for the user ----
enum { USER_HEAD = 16 }; // keeps the alignment of malloc

void *vyi_user_alloc(vy_context *c, size_t bytes)
{
    if (bytes > SIZE_MAX - USER_HEAD)
        return NULL;
    char *memory = vyi_realloc(c, NULL, 0, bytes + USER_HEAD);
    if (!memory)
        return NULL;
    memcpy(memory, &bytes, sizeof bytes);
    return memory + USER_HEAD;
}

void vy_memory_free(vy_context *c, void *memory)
{
    if (!c || !memory)
        return;
    char *start = (char *)memory - USER_HEAD;
    size_t bytes;
    memcpy(&bytes, start, sizeof bytes);
    vyi_free(c, start, bytes + USER_HEAD);
}

// ---- arena ----
struct vyi_arena_block {
    struct vyi_arena_block *next;
    size_t bytes;
};

void *vyi_arena_alloc(vy_context *c, struct vyi_arena *a, size_t bytes)
{
    const size_t head = (sizeof(struct vyi_arena_block) + 15) & ~(size_t)15;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + 15) & ~(size_t)15;
    if (a->size - a->used < bytes) {
        size_t size = a->size * 2 > 4096 ? a->size * 2 : 4096;
        if (size > 1 << 20)
            size = 1 << 20;
        if (size < bytes + head)
            size = bytes + head;
        struct vyi_arena_block *block = vyi_realloc(c, NULL, 0, size);
        if (!block)
            return NULL;
        block->next = a->blocks;
        block->bytes = size;
        a->blocks = block;
        a->size = size;
        a->used = head;
    }
    void *memory = (char *)a->blocks + a->used;
    a->used += bytes;
    return memset(memory, 0, bytes);
}

char *vyi_arena_copy(vy_context *c, struct vyi_arena *a, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? vyi_arena_alloc(c, a, length + 1) : NULL;
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

void vyi_arena_free(vy_context *c, struct vyi_arena *a)
{
    for (struct vyi_arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        vyi_free(c, b, b->bytes);
    }
    *a = (struct vyi_arena){0};
}

size_t vyi_arena_bytes(const struct vyi_arena *a)
{
    size_t bytes = 0;
    for (const struct vyi_arena_block *b = a->blocks; b; b = b->next)
        bytes += b->bytes;
    return bytes;
}

// ---- vectors and texts ----
bool vyi_vec_grow(vy_context *c, void **at, uint32_t *capacity, uint32_t count, uint32_t more,
                  size_t bytes)
{
    if (more > UINT32_MAX - count)
        return false;
    uint64_t wanted = (uint64_t)count + more, grown = *capacity + (uint64_t)*capacity / 2 + 8;
    if (grown < wanted)
        grown = wanted;
    if (grown > UINT32_MAX)
        grown = UINT32_MAX;
    void *memory = vyi_realloc(c, *at, (size_t)*capacity * bytes, (size_t)grown * bytes);
    if (!memory)
        return false;
    *at = memory;
    *capacity = (uint32_t)grown;
    return true;
}

static bool text_reserve(struct vyi_text *t, size_t more)
{
    if (t->failed)
        return false;
    if (t->capacity - t->count > more)
        return true;
    size_t grown = t->capacity + t->capacity / 2 + more + 64;
    char *memory = vyi_realloc(t->context, t->at, t->capacity, grown);
    if (!memory) {
        t->failed = true;
        return false;
    }
    t->at = memory;
    t->capacity = grown;
    return true;
}

void vyi_text_append(struct vyi_text *t, const char *bytes, size_t count)
{
    if (!text_reserve(t, count))
        return;
    memcpy(t->at + t->count, bytes, count);
    t->count += count;
    t->at[t->count] = 0;
}

void vyi_text_vprintf(struct vyi_text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && text_reserve(t, (size_t)length)) {
        vsnprintf(t->at + t->count, (size_t)length + 1, format, again);
        t->count += (size_t)length;
    }
    va_end(again);
}

void vyi_text_printf(struct vyi_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vyi_text_vprintf(t, format, args);
    va_end(args);
}

void vyi_text_free(struct vyi_text *t)
{
    vyi_free(t->context, t->at, t->capacity);
    *t = (struct vyi_text){.context = t->context};
}

vy_status vyi_text_take(struct vyi_text *t, char **text, size_t *size)
{
    char *copy = t->failed ? NULL : vyi_user_alloc(t->context, t->count + 1);
    if (copy) {
        if (t->count)
            memcpy(copy, t->at, t->count);
        copy[t->count] = 0;
        if (size)
            *size = t->count;
    }
    *text = copy;
    vyi_text_free(t);
    return copy ? VY_OK : VY_ERROR_MEMORY;
}
