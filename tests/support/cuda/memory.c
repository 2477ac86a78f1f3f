// Memory and handles of the driver without a GPU.
#include "support/cuda/fake.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES = 4096 };
static struct {
    uint64_t at, bytes;
    bool host, theirs; ///< theirs: not allocated here
} pieces[PIECES];

// ---- what is on its way ----
// Memory counts as in use by an upload until something that its stream came to later has been
// waited for.
enum { TRAVELLERS = 512 };
static struct {
    uint64_t from, bytes, number;
    void *stream;
} travellers[TRAVELLERS];
static uint64_t uploads;

static void depart(uint64_t from, uint64_t bytes, void *stream)
{
    int room = -1;
    for (int i = 0; i < TRAVELLERS; i++) {
        if (!travellers[i].bytes)
            room = i;
        else if (from < travellers[i].from + travellers[i].bytes &&
                 travellers[i].from < from + bytes)
            fake_wrong("memory is filled while an upload from it goes on");
    }
    if (room < 0)
        return;
    travellers[room].from = from;
    travellers[room].bytes = bytes;
    travellers[room].number = ++uploads;
    travellers[room].stream = stream;
}

/// Memory that is there no more.
static void forget_travellers(uint64_t from, uint64_t bytes)
{
    for (int i = 0; i < TRAVELLERS; i++)
        if (from < travellers[i].from + travellers[i].bytes && travellers[i].from < from + bytes)
            travellers[i].bytes = 0;
}

void fake_travel_ends(void)
{
    memset(travellers, 0, sizeof travellers);
}

void fake_arrived(void *stream, uint64_t number)
{
    for (int i = 0; i < TRAVELLERS; i++)
        if (travellers[i].stream == stream && travellers[i].number <= number)
            travellers[i].bytes = 0;
}

uint64_t fake_uploads(void)
{
    return uploads;
}

// ---- memory ----
static cu_result piece_add(uint64_t bytes, bool host, uint64_t *at)
{
    if (!bytes || (!host && fake_now.live_bytes + bytes > fake_now.memory))
        return bytes ? CU_NO_MEMORY : CU_INVALID;
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].at)
            continue;
        void *memory = NULL;
        if (posix_memalign(&memory, 256, bytes)) // as the real driver aligns it
            return CU_NO_MEMORY;
        if (bytes < 1 << 20)
            memset(memory, 0xa5, bytes);
        *at = pieces[i].at = (uint64_t)(uintptr_t)memory;
        pieces[i].bytes = bytes;
        pieces[i].host = host;
        fake_now.live_bytes += host ? 0 : bytes;
        *(host ? &fake_now.live_host : &fake_now.live_pieces) += 1;
        fake_now.allocs += !host;
        return CU_OK;
    }
    return CU_NO_MEMORY;
}

/// Memory of the caller's that it pins.
static cu_result piece_adopt(uint64_t at, uint64_t bytes)
{
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].at)
            continue;
        pieces[i].at = at;
        pieces[i].bytes = bytes;
        pieces[i].host = pieces[i].theirs = true;
        fake_now.live_host++;
        return CU_OK;
    }
    return CU_NO_MEMORY;
}

static void piece_drop(uint64_t at, bool host)
{
    for (int i = 0; i < PIECES; i++) {
        if (!at || pieces[i].at != at || pieces[i].host != host)
            continue;
        fake_now.live_bytes -= host ? 0 : pieces[i].bytes;
        *(host ? &fake_now.live_host : &fake_now.live_pieces) -= 1;
        forget_travellers(at, pieces[i].bytes);
        if (!pieces[i].theirs)
            free((void *)(uintptr_t)at);
        pieces[i].at = 0;
        pieces[i].theirs = false;
        return;
    }
    fake_wrong("memory %llx was freed that is not there", (unsigned long long)at);
}

void fake_check_range(const char *call, uint64_t at, uint64_t bytes, bool host)
{
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at && pieces[i].host == host && at >= pieces[i].at &&
            at + bytes <= pieces[i].at + pieces[i].bytes)
            return;
    fake_wrong("%s of %llu bytes at %llx, which are not there", call, (unsigned long long)bytes,
               (unsigned long long)at);
}

bool fake_valid(uint64_t at, uint64_t bytes)
{
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at && at >= pieces[i].at && at + bytes <= pieces[i].at + pieces[i].bytes)
            return true;
    return false;
}

// ---- handles, each a piece of memory, so that sanitizers see a use after its end ----
enum { HANDLES = 8192 };
static void *handles[HANDLES];

void *fake_handle_create(size_t bytes)
{
    void *memory = calloc(1, bytes);
    for (int i = 0; i < HANDLES; i++)
        if (!handles[i])
            return handles[i] = memory;
    fake_wrong("too many handles");
    return memory;
}

void fake_handle_destroy(void *handle)
{
    for (int i = 0; i < HANDLES; i++)
        if (handle && handles[i] == handle) {
            handles[i] = NULL;
            free(handle);
            return;
        }
    fake_wrong("a handle is destroyed that is not there");
}

/// All that the context had is gone with it.
void fake_drop_all(void)
{
    fake_queues_drop();
    for (int i = 0; i < HANDLES; i++)
        if (handles[i])
            fake_handle_destroy(handles[i]);
    fake_graphs_drop();
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at)
            piece_drop(pieces[i].at, pieces[i].host);
    fake_now.live_streams = fake_now.live_events = fake_now.live_modules = fake_now.live_pools = 0;
    fake_now.live_graphs = fake_now.live_execs = 0;
}

EXPORT cu_result cuMemAlloc_v2(cu_memory *memory, size_t bytes)
{
    BEGIN("cuMemAlloc_v2", true)
    result = piece_add(bytes, false, memory);
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuMemFree_v2(cu_memory memory)
{
    BEGIN("cuMemFree_v2", true)
    fake_waits("cuMemFree_v2");
    piece_drop(memory, false);
    END;
}
EXPORT cu_result cuMemAllocFromPoolAsync(cu_memory *memory, size_t bytes, cu_pool pool,
                                         cu_stream stream)
{
    BEGIN("cuMemAllocFromPoolAsync", true)
    if (!pool || !stream)
        fake_wrong("an allocation without a pool or stream");
    result = piece_add(bytes, false, memory);
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuMemFreeAsync(cu_memory memory, cu_stream stream)
{
    BEGIN("cuMemFreeAsync", true)
    if (!stream)
        fake_wrong("memory freed without a stream");
    piece_drop(memory, false);
    END;
}
EXPORT cu_result cuMemGetInfo_v2(size_t *unused, size_t *total)
{
    BEGIN("cuMemGetInfo_v2", true)
    *total = fake_now.memory;
    *unused = fake_now.memory - fake_now.live_bytes;
    END;
}
EXPORT cu_result cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    BEGIN("cuMemHostAlloc", true)
    uint64_t at = 0;
    (void)flags;
    result = piece_add(bytes, true, &at);
    *memory = (void *)(uintptr_t)at;
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuMemFreeHost(void *memory)
{
    BEGIN("cuMemFreeHost", true)
    fake_waits("cuMemFreeHost");
    piece_drop((uint64_t)(uintptr_t)memory, true);
    END;
}
EXPORT cu_result cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
    BEGIN("cuMemHostRegister_v2", true)
    (void)flags;
    result = piece_adopt((uint64_t)(uintptr_t)memory, bytes);
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuMemHostUnregister(void *memory)
{
    BEGIN("cuMemHostUnregister", true)
    fake_waits("cuMemHostUnregister");
    piece_drop((uint64_t)(uintptr_t)memory, true);
    END;
}
EXPORT cu_result cuMemHostGetDevicePointer_v2(cu_memory *there, void *memory, unsigned flags)
{
    BEGIN("cuMemHostGetDevicePointer_v2", true)
    (void)flags;
    *there = (uint64_t)(uintptr_t)memory;
    END;
}
EXPORT cu_result cuMemPoolCreate(cu_pool *pool, const struct cu_pool_params *params)
{
    BEGIN("cuMemPoolCreate", true)
    if (params->allocation != 1 || params->place != 1)
        fake_wrong("a pool of another kind");
    *pool = fake_handle_create(1);
    fake_now.live_pools++;
    END;
}
EXPORT cu_result cuMemPoolDestroy(cu_pool pool)
{
    BEGIN("cuMemPoolDestroy", true)
    fake_handle_destroy(pool);
    fake_now.live_pools--;
    END;
}
EXPORT cu_result cuMemPoolSetAttribute(cu_pool pool, int attribute, void *value)
{
    BEGIN("cuMemPoolSetAttribute", true)
    (void)pool, (void)value;
    if (attribute != CU_POOL_RELEASE_THRESHOLD)
        fake_wrong("attribute %d of a pool", attribute);
    END;
}
EXPORT cu_result cuMemPoolTrimTo(cu_pool pool, size_t keep)
{
    BEGIN("cuMemPoolTrimTo", true)
    (void)pool, (void)keep;
    fake_record("trim;");
    END;
}

static void *at(cu_memory memory)
{
    return (void *)(uintptr_t)memory;
}

EXPORT cu_result cuMemcpyHtoDAsync_v2(cu_memory to, const void *from, size_t bytes,
                                      cu_stream stream)
{
    BEGIN("cuMemcpyHtoDAsync_v2", true)
    fake_check_range("an upload", to, bytes, false);
    fake_check_range("an upload from memory that is not pinned", (uint64_t)(uintptr_t)from, bytes,
                     true);
    if (!stream)
        fake_wrong("an upload on the legacy stream");
    fake_record("copy_up %zu;", bytes);
    depart((uint64_t)(uintptr_t)from, bytes, stream);
    fake_put(stream, (struct fake_op){.to = at(to), .from = from, .bytes = bytes});
    END;
}
EXPORT cu_result cuMemcpyDtoHAsync_v2(void *to, cu_memory from, size_t bytes, cu_stream stream)
{
    BEGIN("cuMemcpyDtoHAsync_v2", true)
    fake_check_range("a download", from, bytes, false);
    fake_check_range("a download to memory that is not pinned", (uint64_t)(uintptr_t)to, bytes,
                     true);
    if (!stream)
        fake_wrong("a download on the legacy stream");
    fake_record("copy_down %zu;", bytes);
    fake_put(stream, (struct fake_op){.to = to, .from = at(from), .bytes = bytes});
    END;
}
EXPORT cu_result cuMemcpyDtoDAsync_v2(cu_memory to, cu_memory from, size_t bytes, cu_stream stream)
{
    BEGIN("cuMemcpyDtoDAsync_v2", true)
    fake_check_range("a copy from", from, bytes, false);
    fake_check_range("a copy to", to, bytes, false);
    if (!stream || (to < from + bytes && from < to + bytes))
        fake_wrong("a copy on the legacy stream or onto itself");
    fake_record("copy_within %zu;", bytes);
    fake_put(stream, (struct fake_op){.to = at(to), .from = at(from), .bytes = bytes});
    END;
}
static cu_result set(const char *name, cu_memory to, const void *value, size_t size, size_t count,
                     cu_stream stream)
{
    BEGIN(name, true)
    fake_check_range("a fill", to, size * count, false);
    if (!stream || to % size)
        fake_wrong("a fill on the legacy stream or not aligned");
    fake_record("set %zu x %zu;", size, count);
    struct fake_op op = {.kind = FAKE_FILL, .to = at(to), .bytes = size * count, .size = size};
    memcpy(op.pattern, value, size);
    fake_put(stream, op);
    END;
}
EXPORT cu_result cuMemsetD8Async(cu_memory to, uint8_t value, size_t count, cu_stream stream)
{
    return set("cuMemsetD8Async", to, &value, 1, count, stream);
}
EXPORT cu_result cuMemsetD16Async(cu_memory to, uint16_t value, size_t count, cu_stream stream)
{
    return set("cuMemsetD16Async", to, &value, 2, count, stream);
}
EXPORT cu_result cuMemsetD32Async(cu_memory to, unsigned value, size_t count, cu_stream stream)
{
    return set("cuMemsetD32Async", to, &value, 4, count, stream);
}
