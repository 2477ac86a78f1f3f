// The cuda device over the driver without a GPU, on a stage: what its tests start from, and how
// they read what the driver was asked for.
#ifndef TESTS_SUPPORT_FAKESTAGE_H
#define TESTS_SUPPORT_FAKESTAGE_H

#include "support/fakecuda.h"
#include "support/stage.h"

/// Setup of a test: the driver as at its start, and the device without a cache of code on disk.
int fake_stage_open(void **state, struct fake_cuda **fake);
/// Teardown: fails where the driver saw something wrong, or anything was left behind.
int fake_stage_close(void **state, const struct fake_cuda *fake);
/// Opens the device anew; `cached`: with a folder for code.
void fake_stage_renew(struct stage *s);
void fake_stage_cached(struct stage *s, const char *cache);

/// A further device of the same GPU, in a context of its own, and its end.
struct stage *fake_stage_another(void);
void fake_stage_without(struct stage *other);

/// Whether somebody waits until nothing runs.
bool fake_stage_wanting(const struct stage *s);

/// What was put on streams.
void fake_order_forget(struct fake_cuda *fake);
int fake_order_count(const struct fake_cuda *fake, const char *word);

static inline void *fake_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}
static inline const struct vyi_cuda_block *fake_block(const struct fake_launch *l)
{
    return fake_pointer(l->param);
}

#endif
