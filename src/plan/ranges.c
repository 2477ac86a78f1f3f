// Ranges as a tree: in the order of where they begin, each with the greatest end below it, so that
// a subtree that ends too early is passed over as a whole. It is balanced by chance: the node whose
// hash is greater stands above, whatever the order in which they come, which is mostly upwards.
#include "plan/ranges.h"

#include <stdlib.h>

static struct vyi_range *at(const struct vyi_ranges *r, uint32_t n)
{
    return &r->at.at[n];
}

/// By space, then by number.
static int order(uint64_t space, uint64_t number, uint64_t other_space, uint64_t other)
{
    int order = VYI_COMPARE(space, other_space);
    return order ? order : VYI_COMPARE(number, other);
}

/// By begin; equal ones by number, so that each can be found again.
static int compare(const struct vyi_ranges *r, uint32_t a, uint32_t b)
{
    const struct vyi_range *x = at(r, a), *y = at(r, b);
    int places = order(x->space, x->from, y->space, y->from);
    return places ? places : VYI_COMPARE(a, b);
}

static void measure(const struct vyi_ranges *r, uint32_t n)
{
    struct vyi_range *x = at(r, n);
    x->most_space = x->space;
    x->most = x->to;
    for (int side = 0; side < 2; side++) {
        uint32_t kid = side ? x->right : x->left;
        if (kid && order(at(r, kid)->most_space, at(r, kid)->most, x->most_space, x->most) > 0) {
            x->most_space = at(r, kid)->most_space;
            x->most = at(r, kid)->most;
        }
    }
}

/// Those before `n` and those after it.
static void split(const struct vyi_ranges *r, uint32_t tree, uint32_t n, uint32_t *before,
                  uint32_t *after)
{
    if (!tree) {
        *before = *after = 0;
        return;
    }
    if (compare(r, tree, n) < 0) {
        split(r, at(r, tree)->right, n, &at(r, tree)->right, after);
        *before = tree;
    } else {
        split(r, at(r, tree)->left, n, before, &at(r, tree)->left);
        *after = tree;
    }
    measure(r, tree);
}

/// One tree of two, of which all of the first stand before all of the second.
static uint32_t join(const struct vyi_ranges *r, uint32_t before, uint32_t after)
{
    if (!before || !after)
        return before ? before : after;
    bool first = vyi_hash(&before, sizeof before, 0) > vyi_hash(&after, sizeof after, 0);
    uint32_t top = first ? before : after;
    if (first)
        at(r, top)->right = join(r, at(r, top)->right, after);
    else
        at(r, top)->left = join(r, before, at(r, top)->left);
    measure(r, top);
    return top;
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
    return more <= r->unused_count ||
           vyi_vec_reserve(c, &r->at, more - r->unused_count + !r->at.count);
}

uint32_t vyi_ranges_add(struct vyi_ranges *r, struct vyi_range range)
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
    *at(r, n) = range;
    measure(r, n);
    split(r, r->root, n, &before, &after);
    r->root = join(r, join(r, before, n), after);
    return n;
}

void vyi_ranges_remove(struct vyi_ranges *r, uint32_t number)
{
    r->root = without(r, r->root, number);
    at(r, number)->left = r->unused;
    r->unused = number;
    r->unused_count++;
}

uint32_t vyi_ranges_first(const struct vyi_ranges *r, uint64_t from)
{
    uint32_t found = 0;
    for (uint32_t n = r->root; n;) {
        bool after = at(r, n)->from >= from;
        found = after ? n : found;
        n = after ? at(r, n)->left : at(r, n)->right;
    }
    return found;
}

static bool find(vy_context *c, const struct vyi_ranges *r, uint32_t tree,
                 const struct vyi_range *in, struct vyi_ranges_found *met)
{
    while (tree && order(at(r, tree)->most_space, at(r, tree)->most, in->space, in->from) > 0) {
        const struct vyi_range *x = at(r, tree);
        if (!find(c, r, x->left, in, met))
            return false;
        if (order(x->space, x->from, in->space, in->to) >= 0)
            return true; // and so do all that are to the right
        struct vyi_range_met one = {x->item, tree};
        if (x->space == in->space && x->to > in->from && !vyi_vec_push(c, &met->list, one))
            return false;
        tree = x->right;
    }
    return true;
}

static int by_item(const void *a, const void *b)
{
    const struct vyi_range_met *x = a, *y = b;
    int items = VYI_COMPARE(x->item, y->item);
    return items ? items : VYI_COMPARE(x->number, y->number);
}

bool vyi_ranges_overlap(vy_context *c, const struct vyi_ranges *r, uint64_t space, uint64_t from,
                        uint64_t to, struct vyi_ranges_found *met)
{
    const struct vyi_range in = {.space = space, .from = from, .to = to};
    bool enough = find(c, r, r->root, &in, met);
    if (met->list.count > 1)
        qsort(met->list.at, met->list.count, sizeof *met->list.at, by_item);
    return enough;
}

void vyi_ranges_free(vy_context *c, struct vyi_ranges *r)
{
    vyi_vec_free(c, &r->at);
    *r = (struct vyi_ranges){0};
}
