// What the detectors found, each pair of source positions once, and accesses out of bounds.
#include "oracle/race.h"

#include <stdio.h>

// ---- known findings ----
void vyi_oracle_known_free(vy_context *c, struct vyi_oracle_known *k)
{
    vyi_index_free(c, &k->index);
    vyi_vec_free(c, &k->list);
    *k = (struct vyi_oracle_known){0};
}

/// Where there is no position (a program from the wire), the instruction's number stands for it.
static uint32_t place_key(const struct run *r, uint32_t pc)
{
    uint32_t pos = r->code.ins.at[pc].pos;
    return pos ? pos : 0x80000000u | pc;
}

static void count_finding(struct run *r, enum finding kind)
{
    r->result->races += kind == FINDING_RACE;
    r->result->unordered_stores += kind == FINDING_STORE;
    r->result->waits += kind == FINDING_WAIT;
}

struct vyi_oracle_finding *vyi_oracle_found(struct run *r, enum finding kind, uint32_t buffer,
                                            uint32_t pc_a, uint32_t pc_b)
{
    struct vyi_oracle_known *k = r->race->known;
    uint32_t a = place_key(r, pc_a), b = place_key(r, pc_b);
    struct vyi_oracle_finding f = {kind, buffer, {a < b ? a : b, a < b ? b : a}, k->runs, 0};
    const size_t key = offsetof(struct vyi_oracle_finding, run);
    uint64_t hash = vyi_hash(&f, key, 0);
    for (uint32_t at = 0, number; vyi_index_next(&k->index, hash, &at, &number);) {
        struct vyi_oracle_finding *old = &k->list.at[number];
        if (memcmp(old, &f, key))
            continue;
        if (old->run != k->runs) {
            count_finding(r, kind);
            old->run = k->runs;
            old->detail = 0; // reported by an earlier run
        }
        return old->detail ? old : NULL;
    }
    if (!vyi_index_reserve(r->context, &k->index, 1) || !vyi_vec_push(r->context, &k->list, f)) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
        return NULL;
    }
    vyi_index_add(&k->index, hash, k->list.count - 1);
    count_finding(r, kind);
    return &k->list.at[k->list.count - 1];
}

// ---- races ----
const char *vyi_oracle_line_text(const struct run *r, const struct ins *i, char text[LINE_TEXT])
{
    uint32_t number = vyi_sources_line(r->report->sources, i->pos);
    *text = 0;
    if (number)
        snprintf(text, LINE_TEXT, " at line %u", number);
    return text;
}

static bool crosses(const struct run *r, const struct conflict *c)
{
    return c->before.actor / r->volume != c->now.actor / r->volume;
}

/// The first conflict of two places stands for all, but one that crosses workgroups replaces one
/// that does not: else the fix would be a barrier too narrow for the others.
void vyi_oracle_conflict(struct run *r, const struct conflict *c)
{
    uint32_t here = c->now.pc & ~COPYING, there = c->before.pc & ~COPYING;
    struct vyi_oracle_finding *f =
        vyi_oracle_found(r, c->space->atomic ? FINDING_STORE : FINDING_RACE,
                         (uint32_t)(c->space - r->spaces), here, there);
    if (!f)
        return;
    if (f->detail) {
        struct conflict *old = &r->race->conflicts.at[f->detail - 1];
        if (crosses(r, c) && !crosses(r, old))
            *old = *c;
        return;
    }
    if (!vyi_vec_push(r->context, &r->race->conflicts, *c))
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
    else
        f->detail = r->race->conflicts.count;
}

// ---- out of bounds ----
void vyi_oracle_report_out(struct run *r)
{
    for (uint32_t pc = 0; pc < r->code.ins.count; pc++) {
        const struct ins *i = &r->code.ins.at[pc];
        const struct site *site = &r->sites[pc];
        bool table = i->op == INS_TABLE,
             array = i->op == INS_ARRAY_LOAD || i->op == INS_ARRAY_STORE;
        uint32_t what = table ? 1u << 30 | i->x : array ? 1u << 31 | i->y : i->x;
        if (!site->count || !vyi_oracle_found(r, FINDING_OUT, what, pc, pc))
            continue;
        const struct space *s = table || array ? NULL : &r->spaces[i->x];
        const char *name = table   ? r->p->tables.at[i->x].name
                           : array ? r->p->locals.at[i->y].name
                                   : r->p->buffers.at[i->x].name;
        char index[32], size[64], times[40];
        name = name ? name : table ? "a table" : "a local array";
        if (!s || s->rank == 1)
            snprintf(size, sizeof size, "%llu elements", s ? ULL(s->count) : i->c);
        else
            snprintf(size, sizeof size, "size %llu along axis %u", ULL(s->size[site->axis]),
                     site->axis);
        bool narrow = site->negative && !(site->index >> 63); // an i32
        snprintf(index, sizeof index, "%lld",
                 narrow ? (long long)(int32_t)site->index : (long long)site->index);
        snprintf(times, sizeof times, site->count == 1 ? "once" : "%llu times", ULL(site->count));
        vyi_report(r->report, i->pos, 0, VYI_DIAG(OUT_OF_BOUNDS), index, name, size, times, name);
    }
}
