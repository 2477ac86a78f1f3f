// Ranges as trees: in order of where they begin, each with the greatest end below it, so that what
// ends too early is passed over as a whole. They are balanced by chance: the one whose hash is
// greater stands above, whatever the order in which they come, which is mostly upwards.
#include "run/ranges.h"

#include <stdlib.h>

static struct vyi_range *at(const struct vyi_ranges *r, uint32_t n)
{
    return &r->at.at[n];
}

static bool above(uint32_t a, uint32_t b)
{
    return vyi_hash(&a, sizeof a, 0) > vyi_hash(&b, sizeof b, 0);
}

/// By begin, then by end; equal ones by number, so that each can be found again.
static int compare(const struct vyi_ranges *r, uint32_t a, uint32_t b)
{
    const struct vyi_range *x = at(r, a), *y = at(r, b);
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (a > b) - (a < b);
}

static void measure(const struct vyi_ranges *r, uint32_t n)
{
    struct vyi_range *x = at(r, n);
    uint64_t left = x->left ? at(r, x->left)->most : 0,
             right = x->right ? at(r, x->right)->most : 0;
    x->most = left > right ? left : right;
    x->most = x->to > x->most ? x->to : x->most;
}

/// Those before `n` and those after it.
static void split(const struct vyi_ranges *r, uint32_t tree, uint32_t n, uint32_t *before,
                  uint32_t *after)
{
    if (!tree) {
        *before = *after = 0;
    } else if (compare(r, tree, n) < 0) {
        split(r, at(r, tree)->right, n, &at(r, tree)->right, after);
        *before = tree;
        measure(r, tree);
    } else {
        split(r, at(r, tree)->left, n, before, &at(r, tree)->left);
        *after = tree;
        measure(r, tree);
    }
}

/// One tree of two, of which all of the first stand before all of the second.
static uint32_t join(const struct vyi_ranges *r, uint32_t before, uint32_t after)
{
    if (!before || !after)
        return before ? before : after;
    if (above(before, after)) {
        at(r, before)->right = join(r, at(r, before)->right, after);
        measure(r, before);
        return before;
    }
    at(r, after)->left = join(r, before, at(r, after)->left);
    measure(r, after);
    return after;
}

static uint32_t without(const struct vyi_ranges *r, uint32_t tree, uint32_t n)
{
    if (tree == n)
        return join(r, at(r, n)->left, at(r, n)->right);
    uint32_t *side = compare(r, n, tree) < 0 ? &at(r, tree)->left : &at(r, tree)->right;
    *side = without(r, *side, n);
    measure(r, tree);
    return tree;
}

// ---- for others ----
bool vyi_ranges_reserve(vy_context *c, struct vyi_ranges *r, uint32_t more)
{
    if (more <= r->unused_count)
        return true;
    return vyi_vec_reserve(c, &r->at, more - r->unused_count + !r->at.count);
}

uint32_t vyi_ranges_add(struct vyi_ranges *r, uint32_t *set, struct vyi_range range)
{
    uint32_t n = r->unused, before, after;
    if (!r->at.count)
        r->at.at[r->at.count++] = (struct vyi_range){0};
    if (n) {
        r->unused = at(r, n)->left;
        r->unused_count--;
    } else {
        n = r->at.count++;
    }
    range.left = range.right = 0;
    range.most = range.to;
    *at(r, n) = range;
    split(r, *set, n, &before, &after);
    *set = join(r, join(r, before, n), after);
    return n;
}

void vyi_ranges_remove(struct vyi_ranges *r, uint32_t *set, uint32_t number)
{
    *set = without(r, *set, number);
    at(r, number)->left = r->unused;
    r->unused = number;
    r->unused_count++;
}

uint32_t vyi_ranges_exact(const struct vyi_ranges *r, uint32_t set, uint64_t from, uint64_t to)
{
    while (set) {
        const struct vyi_range *x = at(r, set);
        if (x->from == from && x->to == to)
            return set;
        set = from < x->from || (from == x->from && to < x->to) ? x->left : x->right;
    }
    return 0;
}

bool vyi_ranges_overlap(vy_context *c, const struct vyi_ranges *r, uint32_t set, uint64_t from,
                        uint64_t to, struct vyi_ranges_found *met)
{
    for (; set && at(r, set)->most > from; set = at(r, set)->right) {
        const struct vyi_range *x = at(r, set);
        if (!vyi_ranges_overlap(c, r, x->left, from, to, met))
            return false;
        if (x->from >= to)
            return true; // and so do all that are to the right
        struct vyi_range_met one = {x->item, set};
        if (x->to > from && !vyi_vec_push(c, &met->list, one))
            return false;
    }
    return true;
}

static int by_item(const void *a, const void *b)
{
    const struct vyi_range_met *x = a, *y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void vyi_ranges_sort(struct vyi_ranges_found *met)
{
    if (met->list.count > 1)
        qsort(met->list.at, met->list.count, sizeof *met->list.at, by_item);
}

void vyi_ranges_free(vy_context *c, struct vyi_ranges *r)
{
    vyi_vec_free(c, &r->at);
    *r = (struct vyi_ranges){0};
}
