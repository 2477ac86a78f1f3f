// Barriers of the grid, as all targets have them.
//
// A loop that holds barriers ends when nobody in its scope lives. Of a workgroup its target knows;
// of the grid, workgroups report it before each barrier.
#include "gen/llvm/kernel.h"

void vyi_gen_synchronised(struct gen *m, LLVMValueRef flags)
{
    struct shape *s = m->shape;
    LLVMBasicBlockRef on = vyi_gen_block(m, "met");
    LLVMValueRef stop = LLVMBuildAnd(m->b, flags, vyi_gen_int(m, 32, VYI_CPU_STOP), "");
    stop = LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, stop, s->out, on);
    vyi_gen_enter(m, on);
    if (m->phases->returns) {
        LLVMValueRef alive = LLVMBuildAnd(m->b, flags, vyi_gen_int(m, 32, VYI_CPU_ALIVE), "");
        alive = LLVMBuildICmp(m->b, LLVMIntNE, alive, vyi_gen_int(m, 32, 0), "");
        LLVMValueRef ran = LLVMBuildLoad2(m->b, type_i1(m), s->ran, "");
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i1(m), s->alive, "");
        LLVMBuildStore(m->b, LLVMBuildSelect(m->b, ran, alive, old, ""), s->alive);
    }
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 0), s->ran);
}

LLVMValueRef vyi_gen_synchronise(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef flags = m->target->synchronise(m, fixpoint);
    vyi_gen_synchronised(m, flags);
    return flags;
}

void vyi_gen_regroup(struct gen *m)
{
    LLVMBasicBlockRef again = vyi_gen_block(m, "regroup"), on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, LLVMBuildLoad2(m->b, type_i1(m), m->shape->ran, ""), again, on);
    vyi_gen_enter(m, again);
    vyi_gen_synchronise(m, VYI_CPU_REGROUP);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

LLVMValueRef vyi_gen_grid_lives(struct gen *m)
{
    return LLVMBuildLoad2(m->b, type_i1(m), m->shape->alive, "");
}
