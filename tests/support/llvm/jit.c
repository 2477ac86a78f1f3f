#include "support/llvm/jit.h"

#include "gen/llvm/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

void jit_open(struct jit *j)
{
    memset(j, 0, sizeof *j);
    assert_int_equal(vy_context_create(NULL, &j->context), VY_OK);
    j->gen.context = LLVMContextCreate();
    j->gen.module = LLVMModuleCreateWithNameInContext("test", j->gen.context);
    j->gen.b = LLVMCreateBuilderInContext(j->gen.context);
}

static LLVMTypeRef word(const struct jit *j)
{
    return LLVMInt64TypeInContext(j->gen.context);
}
static LLVMTypeRef pointer(const struct jit *j)
{
    return LLVMPointerTypeInContext(j->gen.context, 0);
}
static LLVMTypeRef function_type(const struct jit *j)
{
    LLVMTypeRef p = pointer(j);
    return LLVMFunctionType(LLVMVoidTypeInContext(j->gen.context), &p, 1, false);
}

static LLVMValueRef field(const struct jit *j, LLVMTypeRef t, unsigned number)
{
    LLVMValueRef at = LLVMConstInt(word(j), number, false);
    at = LLVMBuildGEP2(j->gen.b, word(j), LLVMGetParam(j->gen.fn, 0), &at, 1, "");
    return LLVMBuildLoad2(j->gen.b, t, at, "");
}

uint32_t jit_begin(struct jit *j, uint32_t lanes)
{
    struct gen *m = &j->gen;
    assert_true(j->function_count < JIT_MOST);
    m->fn = LLVMAddFunction(m->module, "part", function_type(j));
    LLVMSetLinkage(m->fn, LLVMInternalLinkage);
    unsigned no_inline = LLVMGetEnumAttributeKindForName("noinline", 8);
    LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(m->context, no_inline, 0));
    m->lanes = lanes;
    m->mask = NULL;
    enter(m, new_block(m, "entry"));
    j->count = field(j, word(j), 1);
    for (unsigned k = 0; k < JIT_ARRAYS; k++)
        j->array[k] = field(j, pointer(j), 2 + k);
    j->functions[j->function_count] = m->fn;
    return j->function_count++;
}

void jit_end(struct jit *j)
{
    LLVMBuildRetVoid(j->gen.b);
}

// ---- a kernel that calls one of the functions ----
static void add_kernel(struct jit *j)
{
    struct gen *m = &j->gen;
    m->fn = LLVMAddFunction(m->module, "vyre_kernel", function_type(j));
    LLVMValueRef call = LLVMGetParam(m->fn, 0);
    enter(m, new_block(m, "entry"));
    LLVMValueRef which = field(j, word(j), 0);
    LLVMBasicBlockRef end = new_block(m, "end");
    LLVMValueRef choice = LLVMBuildSwitch(m->b, which, end, j->function_count);
    for (uint32_t k = 0; k < j->function_count; k++) {
        LLVMBasicBlockRef one = new_block(m, "one");
        LLVMAddCase(choice, LLVMConstInt(word(j), k, false), one);
        enter(m, one);
        LLVMBuildCall2(m->b, function_type(j), j->functions[k], &call, 1, "");
        LLVMBuildBr(m->b, end);
    }
    enter(m, end);
    LLVMBuildRetVoid(m->b);
}

static void add_info(struct jit *j)
{
    struct vyi_cpu_info info = {.abi = VYI_LLVM_ABI, .lanes = 1};
    LLVMValueRef bytes =
        LLVMConstStringInContext(j->gen.context, (const char *)&info, sizeof info, true);
    LLVMValueRef global = LLVMAddGlobal(j->gen.module, LLVMTypeOf(bytes), "vyre_info");
    LLVMSetInitializer(global, bytes);
    LLVMSetGlobalConstant(global, true);
    LLVMSetAlignment(global, 8);
}

static LLVMTargetMachineRef machine(const char *cpu)
{
    LLVMTargetRef target = NULL;
    char *why = NULL, *name = cpu ? NULL : LLVMGetHostCPUName();
    char *features = cpu ? NULL : LLVMGetHostCPUFeatures();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    if (LLVMGetTargetFromTriple("x86_64-unknown-linux-gnu", &target, &why))
        fail_msg("%s", why);
    LLVMTargetMachineRef h = LLVMCreateTargetMachine(
        target, "x86_64-unknown-linux-gnu", cpu ? cpu : name, features ? features : "",
        LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelSmall);
    LLVMDisposeMessage(name);
    LLVMDisposeMessage(features);
    return h;
}

static void run_passes(struct jit *j, LLVMTargetMachineRef h, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(j->gen.module, passes, h, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        fail_msg("%s", LLVMGetErrorMessage(error));
}

void jit_link(struct jit *j, const char *cpu, const char *passes)
{
    char *why = NULL;
    const char *reason = NULL;
    LLVMMemoryBufferRef object = NULL;
    add_kernel(j);
    add_info(j);
    if (LLVMVerifyModule(j->gen.module, LLVMReturnStatusAction, &why))
        fail_msg("%s", why);
    LLVMDisposeMessage(why);
    LLVMTargetMachineRef h = machine(cpu);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(h);
    LLVMSetTarget(j->gen.module, "x86_64-unknown-linux-gnu");
    LLVMSetModuleDataLayout(j->gen.module, layout);
    LLVMDisposeTargetData(layout);
    if (passes)
        run_passes(j, h, passes);
    if (getenv("JIT_SHOW"))
        LLVMDumpModule(j->gen.module);
    if (LLVMTargetMachineEmitToMemoryBuffer(h, j->gen.module, LLVMObjectFile, &why, &object))
        fail_msg("%s", why);
    if (vyi_cpu_load(j->context, LLVMGetBufferStart(object), LLVMGetBufferSize(object), &j->image,
                     &reason))
        fail_msg("%s", reason ? reason : "no memory");
    LLVMDisposeMemoryBuffer(object);
    LLVMDisposeTargetMachine(h);
}

void jit_call(const struct jit *j, struct jit_call *call)
{
    j->image.kernel((struct vyi_cpu_thread *)(void *)call);
}

void jit_close(struct jit *j)
{
    vyi_cpu_unload(&j->image);
    LLVMDisposeBuilder(j->gen.b);
    LLVMDisposeModule(j->gen.module);
    LLVMContextDispose(j->gen.context);
    vy_context_destroy(&j->context);
}

// ---- memory ----
static LLVMTypeRef slots(const struct jit *j, uint8_t type, uint32_t lanes)
{
    LLVMTypeRef slot = vyi_gen_slot(&j->gen, type);
    return lanes == 1 ? slot : LLVMVectorType(slot, lanes);
}

static LLVMValueRef address(struct jit *j, uint8_t type, uint32_t lanes, LLVMValueRef array,
                            LLVMValueRef number)
{
    return LLVMBuildGEP2(j->gen.b, slots(j, type, lanes), array, &number, 1, "");
}

LLVMValueRef jit_load(struct jit *j, uint8_t type, uint32_t lanes, LLVMValueRef array,
                      LLVMValueRef number)
{
    LLVMTypeRef t = slots(j, type, lanes);
    LLVMValueRef v = LLVMBuildLoad2(j->gen.b, t, address(j, type, lanes, array, number), "");
    LLVMSetAlignment(v, jit_slot(type));
    return type == VY_TYPE_BOOL ? LLVMBuildICmp(j->gen.b, LLVMIntNE, v, LLVMConstNull(t), "") : v;
}

void jit_store(struct jit *j, uint8_t type, uint32_t lanes, LLVMValueRef v, LLVMValueRef array,
               LLVMValueRef number)
{
    v = vyi_gen_canonical(&j->gen, type, v);
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildZExt(j->gen.b, v, slots(j, type, lanes), "");
    LLVMValueRef put = LLVMBuildStore(j->gen.b, v, address(j, type, lanes, array, number));
    LLVMSetAlignment(put, jit_slot(type));
}

uint32_t jit_slot(uint8_t type)
{
    return type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type);
}

void jit_put(uint8_t type, void *array, uint64_t at, uint64_t bits)
{
    memcpy((uint8_t *)array + at * jit_slot(type), &bits, jit_slot(type));
}

uint64_t jit_get(uint8_t type, const void *array, uint64_t at)
{
    uint64_t bits = 0;
    memcpy(&bits, (const uint8_t *)array + at * jit_slot(type), jit_slot(type));
    return bits;
}
