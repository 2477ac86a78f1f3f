// What every part of a run draws on: its memory, within a budget, its random numbers, and its stop.
#include "oracle/run.h"

void vyi_oracle_stop(struct run *r, vy_status status)
{
    if (r->status == VY_OK)
        r->status = status;
}

void *vyi_oracle_alloc(struct run *r, size_t count, size_t bytes, const char *what)
{
    uint64_t wanted = 0, total = 0;
    bool fits = vyi_mul(count, bytes, &wanted) && vyi_add(r->used, wanted, &total);
    if (!fits || total > r->limit) {
        if (r->status == VY_OK)
            vyi_report(r->report, 0, 0, VYI_DIAG(ORACLE_MEMORY), ULL(r->limit >> 20), what,
                       ULL(r->launch->invocations), ULL(r->code.slots) * 8, ULL(r->used >> 20));
        vyi_oracle_stop(r, VY_ERROR_LIMIT);
        return NULL;
    }
    void *memory = vyi_calloc(r->context, count, bytes);
    if (!memory)
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
    else
        r->used = total;
    return memory;
}

void vyi_oracle_free(struct run *r, void *memory, size_t bytes)
{
    if (!memory)
        return;
    r->used -= bytes;
    vyi_free(r->context, memory, bytes);
}

uint64_t vyi_oracle_random(struct run *r)
{
    uint64_t z = r->random += 0x9e3779b97f4a7c15u; // splitmix64
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
