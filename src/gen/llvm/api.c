// The table behind vyi_llvm_open(): from a request to an object, LLVM text or assembly.
//
// The only state is LLVM's own registry of targets, filled once a process.
#include "gen/llvm/kernel.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void register_targets(void)
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

static char *copied(const char *given, char *(*host)(void))
{
    return given ? LLVMCreateMessage(given) : host();
}

static void forget(struct vyi_llvm_machine *h)
{
    if (h->layout)
        LLVMDisposeTargetData(h->layout);
    if (h->target)
        LLVMDisposeTargetMachine(h->target);
    LLVMDisposeMessage(h->triple);
    LLVMDisposeMessage(h->cpu);
    LLVMDisposeMessage(h->features);
    *h = (struct vyi_llvm_machine){0};
}

static vy_status open_machine(const struct vyi_llvm_request *q, struct vyi_report *report,
                              struct vyi_llvm_machine *h)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    LLVMTargetRef target = NULL;
    char *why = NULL;
    pthread_once(&once, register_targets);
    bool cuda = q->target == VYI_LLVM_CUDA;
    h->triple = LLVMCreateMessage(cuda ? "nvptx64-nvidia-cuda" : "x86_64-unknown-linux-gnu");
    h->cpu = copied(q->cpu, LLVMGetHostCPUName);
    // LLVM begins sm_70 with PTX 6.0, which has no nanosleep; newer ones begin later.
    h->features = copied(cuda ? "+ptx63" : q->features, q->cpu ? NULL : LLVMGetHostCPUFeatures);
    if (LLVMGetTargetFromTriple(h->triple, &target, &why)) {
        vyi_report(report, 0, 0, VYI_DIAG(LLVM_TARGET), h->triple, why ? why : "no reason given");
        LLVMDisposeMessage(why);
        return VY_ERROR_DEVICE;
    }
    static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                                 LLVMCodeGenLevelDefault,
                                                 LLVMCodeGenLevelAggressive};
    h->target = LLVMCreateTargetMachine(target, h->triple, h->cpu, h->features,
                                        levels[q->level < 3 ? q->level : 3], LLVMRelocPIC,
                                        LLVMCodeModelSmall);
    h->layout = h->target ? LLVMCreateTargetDataLayout(h->target) : NULL;
    h->forget = h->layout ? forget : NULL;
    return h->layout ? VY_OK : VY_ERROR_DEVICE;
}

// ---- lanes ----
static bool has_feature(const struct vyi_llvm_machine *h, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = h->features; at && (at = strstr(at, name)); at += length)
        if ((at == h->features || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

/// A subgroup is one vector, so that its collectives are shuffles; else as many 32-bit values as a
/// register holds.
static uint32_t choose_lanes(const struct vyi_llvm_request *q, const struct vyi_llvm_machine *h)
{
    const vy_program *p = q->program;
    if (q->target == VYI_LLVM_CUDA)
        return 1;
    uint32_t asked = q->lanes;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        uint32_t scope = vyi_scope_of(n);
        if (asked > VYI_SUBGROUP && n->op == VYI_OP_ID &&
            (n->x / 4 == VYI_ID_LANE || n->x / 4 == VYI_ID_SUBGROUP))
            asked = VYI_SUBGROUP;
        if (vyi_op_info(n->op)->kind == VYI_KIND_EXPR &&
            vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE && scope == VYI_SCOPE_SUBGROUP)
            return VYI_SUBGROUP;
    }
    if (q->wide || q->sanitize == VYI_LLVM_TSAN)
        return 1;
    if (asked)
        return asked;
    uint32_t most = has_feature(h, "+avx512f") && has_feature(h, "+avx512bw") ? 16
                    : has_feature(h, "+avx2")                                 ? 8
                                                                              : 4;
    // No more than a workgroup has invocations: the others would be masked away for nothing.
    uint32_t volume = q->workgroup[0] * q->workgroup[1] * q->workgroup[2];
    while (most > 4 && most / 2 >= volume)
        most /= 2;
    return volume == 1 ? 1 : most;
}

// ---- passes ----
/// Vectors are made here already: what is left to LLVM is to clean up, to move what does not change
/// out of loops, and to choose instructions.
static const char passes_none[] = "function(mem2reg)";
#if LLVM_VERSION_MAJOR >= 18
#define COMBINE "instcombine<no-verify-fixpoint>" // else a second round worth making aborts
#define ALIGN ",infer-alignment"
#else
#define COMBINE "instcombine" // finds alignments itself
#define ALIGN ""
#endif
static const char passes_full[] =
    "function<eager-inv>(sroa,early-cse<memssa>,simplifycfg," COMBINE ","
    "loop-mssa(loop-rotate,licm,simple-loop-unswitch),simplifycfg,"
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa,gvn,sccp,bdce," COMBINE
    ",jump-threading,correlated-propagation,adce,dse,"
    "loop-mssa(licm),loop-unroll<O2>," COMBINE ",simplifycfg,"
    "loop-mssa(licm),loop-sink,instsimplify,div-rem-pairs,simplifycfg)";
/// On a GPU in place of none: the driver takes longer over what they remove than they do.
static const char passes_quick[] =
    "function(sroa,early-cse<memssa>,simplifycfg," COMBINE ",simplifycfg,adce)";
/// After all of them on a GPU: accesses to neighbours become one. The target does so too, but only
/// once it has taken indices apart so that not all neighbours can be seen any more.
static const char passes_gpu[] = "function(early-cse" ALIGN ",load-store-vectorizer)";
/// Those of them whose time grows like the code: of thousands of loops, turning each round takes
/// the time of all.
static const char passes_large[] =
    "function<eager-inv>(sroa,early-cse<memssa>,simplifycfg," COMBINE ",loop-mssa(licm),gvn,sccp,"
    "bdce," COMBINE ",adce,dse,simplifycfg,instsimplify,div-rem-pairs)";
enum { LARGE_BLOCKS = 3000, LARGE_INSTRUCTIONS = 40000, GPU_LARGER = 2 };

static const char large_mark[] = "noinline"; // without which there is no optnone

/// Whether the full passes would take too long over so much. For a GPU nobody gives registers here,
/// and straight code of loops makes programs long that are not.
static bool is_large(uint32_t blocks, uint32_t instructions, bool gpu)
{
    uint32_t times = gpu ? GPU_LARGER : 1;
    return blocks > LARGE_BLOCKS * times || instructions > LARGE_INSTRUCTIONS * times;
}

/// Marks large functions; gives whether all of them together are large.
static bool mark_large(struct gen *m, bool gpu)
{
    uint32_t blocks = 0, instructions = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        uint32_t blocks_before = blocks, before = instructions;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            blocks++;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                instructions++;
        }
        if (is_large(blocks - blocks_before, instructions - before, gpu))
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                    vyi_gen_attribute(m, large_mark, 0));
    }
    return is_large(blocks, instructions, gpu);
}

/// Has instructions of marked functions chosen quickly, and registers still given well. The
/// machine's own passes move every constant of a large function to its start, and then fight over
/// registers for them in time that grows with the square; there is no other way to leave them out
/// for one function alone. The code is several times slower, so only where making it would take
/// many seconds.
static void choose_quickly(struct gen *m)
{
    unsigned mark = LLVMGetEnumAttributeKindForName(large_mark, sizeof large_mark - 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark))
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                    vyi_gen_attribute(m, "optnone", 0));
}

static vy_status refused(struct gen *m, const char *why)
{
    return vyi_report_as(m->report, VY_ERROR_DEVICE, VYI_DIAG(LLVM_REFUSED),
                         m->p->name ? m->p->name : "?", why ? why : "no reason given");
}

static vy_status run_passes(struct gen *m, const struct vyi_llvm_machine *h)
{
    const struct vyi_llvm_request *q = m->request;
    bool cuda = q->target == VYI_LLVM_CUDA, large = q->level && mark_large(m, cuda);
    const char *list[] = {
        !q->level ? cuda ? passes_quick : passes_none
        : large   ? passes_large
                  : passes_full,
        q->level && !large && cuda ? passes_gpu : NULL,
        q->sanitize == VYI_LLVM_ASAN   ? "asan"
        : q->sanitize == VYI_LLVM_TSAN ? "tsan-module,function(tsan)"
                                       : NULL,
    };
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = NULL;
    for (uint32_t i = 0; i < 3 && !error; i++)
        error = list[i] ? LLVMRunPasses(m->module, list[i], h->target, options) : NULL;
    LLVMDisposePassBuilderOptions(options);
    if (!error && large)
        choose_quickly(m);
    if (!error)
        return VY_OK;
    char *why = LLVMGetErrorMessage(error);
    refused(m, why);
    LLVMDisposeErrorMessage(why);
    return VY_ERROR_DEVICE;
}

// ---- results ----
/// `head` goes before it.
static vy_status hand_over(vy_context *c, const char *head, const char *from, size_t size,
                           void **bytes, size_t *count)
{
    size_t first = strlen(head);
    char *to = vyi_user_alloc(c, first + size + 1);
    if (!to)
        return VY_ERROR_MEMORY;
    memcpy(to, head, first);
    memcpy(to + first, from, size);
    to[first + size] = 0;
    *bytes = to;
    *count = first + size;
    return VY_OK;
}

static vy_status write_module(struct gen *m, const struct vyi_llvm_machine *h, void **bytes,
                              size_t *size)
{
    vy_context *c = m->p->context;
    vy_status status;
    char *why = NULL;
    LLVMMemoryBufferRef buffer = NULL;
    if (m->request->form == VYI_LLVM_TEXT) {
        char *text = LLVMPrintModuleToString(m->module);
        status = hand_over(c, "", text, strlen(text), bytes, size);
        LLVMDisposeMessage(text);
        return status;
    }
    bool object = m->request->form == VYI_LLVM_OBJECT;
    LLVMCodeGenFileType type = object ? LLVMObjectFile : LLVMAssemblyFile;
    if (LLVMTargetMachineEmitToMemoryBuffer(h->target, m->module, type, &why, &buffer)) {
        status = refused(m, why);
        LLVMDisposeMessage(why);
        return status;
    }
    status =
        hand_over(c, m->head, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), bytes, size);
    LLVMDisposeMemoryBuffer(buffer);
    return status;
}

/// A mistake of ours must not become one of LLVM's, which would end the process.
static vy_status check_module(struct gen *m)
{
    char *why = NULL;
    bool bad = LLVMVerifyModule(m->module, LLVMReturnStatusAction, &why);
    vy_status status = bad ? refused(m, why) : VY_OK;
    LLVMDisposeMessage(why);
    return status;
}

static vy_status compile(const struct vyi_llvm_request *q, struct vyi_report *report, void **bytes,
                         size_t *size)
{
    struct vyi_llvm_machine own = {0}, *h = q->machine;
    struct gen m = {.request = q, .report = report, .p = q->program};
    *bytes = NULL;
    *size = 0;
    if (!h || (h->forget && h->forget != forget)) // another LLVM's
        h = &own;
    vy_status status = h->forget ? VY_OK : open_machine(q, report, h);
    if (!status) {
        m.context = LLVMContextCreate();
        m.module = LLVMModuleCreateWithNameInContext(q->program->name ? q->program->name : "vyre",
                                                     m.context);
        m.b = LLVMCreateBuilderInContext(m.context);
        LLVMSetTarget(m.module, h->triple);
        LLVMSetModuleDataLayout(m.module, h->layout);
        m.lanes = choose_lanes(q, h);
        m.halves = q->target == VYI_LLVM_CUDA ? VYI_GEN_HALVES_BY_CALL
                   : has_feature(h, "+f16c")  ? VYI_GEN_HALVES_BY_TYPE
                                              : VYI_GEN_HALVES_BY_BITS;
        m.compresses = has_feature(h, "+avx512f");
        m.features = h->features;
        status = vyi_gen_kernel(&m);
        if (!status)
            status = check_module(&m);
        if (!status && (q->level || q->form != VYI_LLVM_TEXT))
            status = run_passes(&m, h);
        if (!status)
            status = write_module(&m, h, bytes, size);
        LLVMDisposeBuilder(m.b);
        LLVMDisposeModule(m.module);
        LLVMContextDispose(m.context);
    }
    if (h == &own || !h->forget)
        forget(h);
    return status;
}

const struct vyi_llvm_api *vyi_llvm_open(uint32_t abi)
{
    static const struct vyi_llvm_api api = {VYI_LLVM_ABI, LLVM_VERSION_STRING, compile};
    return abi == VYI_LLVM_ABI ? &api : NULL;
}
