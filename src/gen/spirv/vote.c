// Votes of a workgroup through a word of shared memory.
#include "gen/spirv/emit.h"

uint32_t vyi_spirv_any(struct emit *e, uint32_t cond)
{
    uint32_t t = u32_type(e), group = u32(e, SPV_Scope_Workgroup), none = u32(e, 0);
    if (!e->vote)
        e->vote = vyi_spv_global(e->m, SPV_StorageClass_Workgroup, t, false);
    vyi_spirv_barrier(e); // all have read the vote before
    uint32_t first = INS(e, IEqual, bool_type(e), vyi_spirv_local_index(e), none);
    struct fork f = vyi_spirv_if(e, first);
    INS(e, AtomicStore, e->vote, group, none, none);
    vyi_spirv_end(e, &f);
    vyi_spirv_barrier(e);
    f = vyi_spirv_if(e, cond);
    INS(e, AtomicStore, e->vote, group, none, u32(e, 1));
    vyi_spirv_end(e, &f);
    vyi_spirv_barrier(e);
    uint32_t vote = INS(e, AtomicLoad, t, e->vote, group, none);
    return INS(e, INotEqual, bool_type(e), vote, none);
}
