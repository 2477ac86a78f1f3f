// Which probes touched which element since the last grid barrier, and what of it races.
//
// A cell keeps the first access of each kind and one of another probe, so a cell and an access cost
// constant time. The table is as large as the stores of the program and a few elements of each ask
// for, up to a limit.
#include "facts/race_static.h"

static struct vyi_touched *cell_of(struct vyi_race_walk *w, uint64_t key)
{
    enum { TRIES = 8 };
    for (uint32_t i = 0; i < TRIES; i++) {
        struct vyi_touched *t = &w->table[(key + i) & (w->table_size - 1)];
        if (t->epoch == w->epoch && t->key == key)
            return t;
        if (t->epoch == w->epoch)
            continue;
        *t = (struct vyi_touched){.key = key, .epoch = w->epoch};
        return t;
    }
    return NULL; // a table that is full misses races, it makes none up
}

static bool races(const struct vyi_race_walk *w, const struct vyi_touch *a,
                  const struct vyi_touch *b)
{
    if (!a->here || a->probe == b->probe)
        return false;
    if (w->probe[a->probe] / w->volume == w->probe[b->probe] / w->volume &&
        a->group_epoch != b->group_epoch)
        return false;
    return a->here == VYI_HERE_YES || b->here == VYI_HERE_YES || a->guard == b->guard;
}

static void found(struct vyi_race_walk *w, const struct vyi_race *race)
{
    for (uint32_t i = 0; i < w->race_count; i++) {
        const struct vyi_race *old = &w->races[i];
        if (old->ref[0] == race->ref[0] && old->ref[1] == race->ref[1])
            return;
    }
    if (w->race_count < VYI_RACES)
        w->races[w->race_count++] = *race;
}

static void meet(struct vyi_race_walk *w, const struct vyi_touch *kept, bool kept_writes,
                 const struct vyi_touch *now, bool writes, struct vyi_race *race)
{
    for (uint32_t i = 0; i < VYI_TOUCHES; i++) {
        if (!races(w, &kept[i], now))
            continue;
        race->ref[0] = kept[i].ref;
        race->ref[1] = now->ref;
        race->writes[0] = kept_writes;
        race->writes[1] = writes;
        race->probe[0] = w->probe[kept[i].probe];
        race->probe[1] = w->probe[now->probe];
        race->maybe = w->together || kept[i].here == VYI_HERE_MAYBE || now->here == VYI_HERE_MAYBE;
        found(w, race);
    }
}

/// Keeps the first access and one of another probe.
static void keep(struct vyi_touch *kept, const struct vyi_touch *now)
{
    for (uint32_t i = 0; i < VYI_TOUCHES; i++) {
        if (kept[i].here && kept[i].probe == now->probe && kept[i].here >= now->here &&
            kept[i].group_epoch == now->group_epoch)
            return;
        if (!kept[i].here) {
            kept[i] = *now;
            return;
        }
    }
    kept[VYI_TOUCHES - 1] = *now;
}

/// Names an element; false where it is outside, or nothing is known.
static bool element_key(const struct vyi_race_walk *w, uint32_t buffer,
                        const struct vyi_vals *index, uint32_t rank, uint32_t l,
                        struct vyi_race *race, uint64_t *key)
{
    const struct vyi_extent *x = &w->launch->extents[buffer];
    uint64_t words[VYI_MAX_RANK + 2] = {buffer, w->p->buffers.at[buffer].role == VY_ROLE_SHARED
                                                    ? w->probe[l] / w->volume
                                                    : UINT64_MAX};
    race->exact = true;
    for (uint32_t i = 0; i < rank; i++) {
        const struct vyi_val *v = vyi_val_of(&index[i], l);
        if (!v->known || (v->known == VYI_EXACT && v->bits >= x->size[i]))
            return false;
        race->exact &= v->known == VYI_EXACT;
        words[2 + i] = race->index[i] = v->bits;
    }
    *key = vyi_hash(words, (2 + rank) * sizeof *words, race->exact);
    return true;
}

/// Whether all probes that are here have these indices.
static bool uniform_index(const struct vyi_race_walk *w, const struct vyi_vals *index,
                          uint32_t rank)
{
    for (uint32_t i = 0; i < rank; i++) {
        const struct vyi_val *first = NULL;
        for (uint32_t l = 0; !index[i].same && l < w->probes; l++) {
            const struct vyi_val *v = vyi_val_of(&index[i], l);
            if (w->flow.here[l] < VYI_HERE_MAYBE)
                continue;
            if (first && (v->known != first->known || v->bits != first->bits))
                return false;
            first = v;
        }
    }
    return true;
}

void vyi_race_touch(struct vyi_race_walk *w, vyi_ref r, uint32_t buffer,
                    const struct vyi_vals *index, uint32_t rank, bool writes)
{
    uint32_t here = 0;
    struct vyi_race race = {.buffer = buffer, .in_each = w->in_each};
    race.uniform = uniform_index(w, index, rank);
    for (uint32_t l = 0; l < w->probes; l++) {
        uint64_t key;
        const struct vyi_touch now = {r.i, w->flow.guard[l], w->group_epoch[l], (uint8_t)l,
                                      w->flow.here[l]};
        if (now.here < VYI_HERE_MAYBE || !element_key(w, buffer, index, rank, l, &race, &key))
            continue;
        here++;
        struct vyi_touched *t = cell_of(w, key);
        if (!t)
            continue;
        meet(w, t->writes, true, &now, writes, &race);
        if (writes)
            meet(w, t->reads, false, &now, true, &race);
        keep(writes ? t->writes : t->reads, &now);
    }
    if (here > 1)
        w->met[r.i / 8] |= (uint8_t)(1u << r.i % 8);
}

void vyi_race_barrier(struct vyi_race_walk *w, uint32_t scope)
{
    if (scope == VYI_SCOPE_GRID)
        w->epoch++;
    for (uint32_t l = 0; scope == VYI_SCOPE_WORKGROUP && l < w->probes; l++)
        w->group_epoch[l] += w->flow.here[l] != VYI_HERE_OFF;
}
