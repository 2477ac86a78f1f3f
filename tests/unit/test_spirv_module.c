// The SPIR-V module builder and its disassembler: text is that of spirv-dis, spirv-as gives the
// words back, every opcode and enumerant of opcodes.def has its right name and operands.
#include "gen/spirv/module.h"
#include "support/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = P_tmpdir "/vyre-spirv-XXXXXX";

static int open_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int close_folder(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void need_tools(void)
{
    if (system("spirv-dis --version >/dev/null 2>&1")) {
        print_message("spirv-tools are not installed\n");
        skip();
    }
}

static const char *path(const char *name)
{
    static char paths[4][300];
    static unsigned turn;
    char *p = paths[turn++ % 4];
    snprintf(p, sizeof paths[0], "%s/%s", folder, name);
    return p;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *f = fopen(path(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static char *read_file(const char *name, size_t *size)
{
    static char bytes[1 << 20];
    FILE *f = fopen(path(name), "rb");
    assert_non_null(f);
    *size = fread(bytes, 1, sizeof bytes - 1, f);
    bytes[*size] = 0;
    fclose(f);
    return bytes;
}

static void run(const char *format, const char *a, const char *b)
{
    char command[1000];
    snprintf(command, sizeof command, format, a, b);
    if (system(command))
        fail_msg("failed: %s", command);
}

static vy_context *make_context(struct test_alloc *alloc)
{
    vy_context *c = NULL;
    vy_status status =
        vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = alloc), &c);
    return status ? NULL : c;
}

/// A module with something in every section.
static void build(struct spv *m)
{
    vyi_spv_capability(m, SPV_Capability_Shader);
    vyi_spv_capability(m, SPV_Capability_Shader);
    vyi_spv_capability(m, SPV_Capability_VulkanMemoryModel);
    vyi_spv_capability(m, SPV_Capability_PhysicalStorageBufferAddresses);
    vyi_spv_extension(m, "SPV_KHR_physical_storage_buffer");
    spv_in(m, SPV_MEMORY_MODEL, SPV_MemoryModel, SPV_AddressingModel_PhysicalStorageBuffer64,
           SPV_MemoryModel_Vulkan);
    uint32_t u32 = vyi_spv_int(m, 32), f32 = vyi_spv_float(m, 32), none = vyi_spv_void(m);
    uint32_t f64 = vyi_spv_float(m, 64), u64 = vyi_spv_int(m, 64), truth = vyi_spv_bool(m);
    static const uint32_t floats[] = {0,          0x80000000, 0x3f800000, 0xbf000000, 0x3dcccccd,
                                      0x7f800000, 0xff800000, 0x7fc00000, 1,          0x807fffff,
                                      0x7f7fffff, 0x00800000, 0x4b800000, 0x7f800001};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        vyi_spv_constant(m, f32, 32, floats[i]);
    static const uint64_t doubles[] = {0,
                                       1,
                                       0x3fb999999999999a,
                                       0x7ff0000000000000,
                                       0xfff8000000000001,
                                       0x000fffffffffffff,
                                       0x8000000000000003,
                                       0x7fefffffffffffff};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        vyi_spv_constant(m, f64, 64, doubles[i]);
        vyi_spv_constant(m, u64, 64, doubles[i]);
    }
    uint32_t array = vyi_spv_array(m, u32, 0, 4);
    uint32_t data = vyi_spv_struct(m, &array, &(uint32_t){0}, 1, true);
    uint32_t again = vyi_spv_struct(m, &array, &(uint32_t){0}, 1, true);
    assert_true(m->failed || data == again);
    assert_int_not_equal(data, vyi_spv_struct(m, &array, NULL, 1, false));
    assert_int_not_equal(array, vyi_spv_array(m, u32, 0, 8));
    uint32_t pointer = vyi_spv_pointer(m, SPV_StorageClass_PhysicalStorageBuffer, data);
    uint32_t push = vyi_spv_struct(m, &pointer, &(uint32_t){0}, 1, true);
    uint32_t block = vyi_spv_global(m, SPV_StorageClass_PushConstant, push, false);
    uint32_t v3 = vyi_spv_vector(m, u32, 3);
    uint32_t group = vyi_spv_global(m, SPV_StorageClass_Input, v3, false);
    spv_decorate(m, group, SPV_Decoration_BuiltIn, SPV_BuiltIn_WorkgroupId);
    vyi_spv_global(m, SPV_StorageClass_Workgroup, vyi_spv_array(m, u32, 64, 0), true);

    uint32_t x, helper = spv_id(m), unused = vyi_spv_once(m, SPV_COUNTED(SPV_Undef, f32));
    (void)unused;
    uint32_t main_ = vyi_spv_function(m, 0, none, NULL, NULL, 0);
    vyi_spv_name(m, main_, "main");
    vyi_spv_line(m, "a \"file\".vy", 7);
    vyi_spv_line(m, "a \"file\".vy", 7);
    uint32_t at = vyi_spv_local(m, u32, vyi_spv_u32(m, 5));
    vyi_spv_name(m, at, "x.y");
    m->to = SPV_ENTRY;
    uint32_t address =
        spv(m, SPV_AccessChain, vyi_spv_pointer(m, SPV_StorageClass_PushConstant, pointer), block,
            vyi_spv_u32(m, 0));
    uint32_t base = spv(m, SPV_Load, pointer, address);
    m->to = SPV_BODY;
    uint32_t id = spv(m, SPV_CompositeExtract, u32, spv(m, SPV_Load, v3, group), 0);
    uint32_t small = spv(m, SPV_ULessThan, truth, id, vyi_spv_u32(m, 100));
    uint32_t yes = spv_id(m), no = spv_id(m);
    spv(m, SPV_SelectionMerge, no, 0);
    spv(m, SPV_BranchConditional, small, yes, no);
    vyi_spv_block(m, yes);
    uint32_t sum = spv(m, SPV_FunctionCall, u32, helper, id);
    spv(m, SPV_Store, at, sum);
    vyi_spv_block(m, no);
    uint32_t later = vyi_spv_local(m, f32, 0);
    vyi_spv_name(m, later, "x.y");
    spv(m, SPV_Store, later,
        spv_glsl(m, SPV_GLSL_Sqrt, f32, vyi_spv_constant(m, f32, 32, 0x40000000)));
    uint32_t to =
        spv(m, SPV_AccessChain, vyi_spv_pointer(m, SPV_StorageClass_PhysicalStorageBuffer, u32),
            base, vyi_spv_u32(m, 0), id);
    spv(m, SPV_Store, to, spv(m, SPV_Load, u32, at), SPV_MemoryAccess_Aligned, 4);
    vyi_spv_function_end(m, false);

    assert_int_equal(vyi_spv_function(m, helper, u32, &u32, &x, 1), helper);
    uint32_t cases[] = {1, spv_id(m), UINT32_MAX, spv_id(m)}, merge = spv_id(m);
    spv(m, SPV_SelectionMerge, merge, 0);
    vyi_spv_list(m, SPV_Switch, 0, x, (const uint32_t[]){merge, 1, cases[1], cases[2], cases[3]},
                 5);
    vyi_spv_block(m, cases[1]);
    vyi_spv_branch(m, merge);
    vyi_spv_block(m, cases[3]);
    spv(m, SPV_ReturnValue, vyi_spv_u32(m, 3));
    vyi_spv_block(m, merge);
    spv(m, SPV_ReturnValue, spv(m, SPV_IAdd, u32, x, x));
    vyi_spv_function_end(m, true);
    vyi_spv_entry_point(m, main_, "main", (const uint32_t[]){64, 1, 1});
}

/// spirv-dis prints our text, and spirv-as gives our words back.
static void compare(const uint32_t *words, uint32_t count, vy_context *c, bool assembles)
{
    struct vyi_text text = {.context = c};
    assert_int_equal(vyi_spv_disassemble(words, count, false, &text), VY_OK);
    write_file("ours.spv", words, (size_t)count * 4);
    write_file("ours.txt", text.at, text.count);
    run("spirv-dis %s -o %s", path("ours.spv"), path("theirs.txt"));
    run("diff -u %s %s", path("ours.txt"), path("theirs.txt"));
    vyi_text_free(&text);
    if (!assembles)
        return;
    assert_int_equal(vyi_spv_disassemble(words, count, true, &text), VY_OK);
    write_file("raw.txt", text.at, text.count);
    run("spirv-as --preserve-numeric-ids --target-env spv1.5 %s -o %s", path("raw.txt"),
        path("theirs.spv"));
    vyi_text_free(&text);
    size_t size;
    const char *theirs = read_file("theirs.spv", &size);
    assert_int_equal(size, (size_t)count * 4);
    for (uint32_t i = 0; i < count; i++)
        if (i != 2 && memcmp(theirs + (size_t)i * 4, words + i, 4))
            fail_msg("word %u differs", i);
}

static void test_round(void **state)
{
    (void)state;
    need_tools();
    struct test_alloc alloc = {0};
    vy_context *c = make_context(&alloc);
    struct spv m;
    vyi_spv_begin(&m, c);
    build(&m);
    uint32_t *words, count;
    assert_int_equal(vyi_spv_words(&m, &words, &count), VY_OK);
    compare(words, count, c, true);
    run("spirv-val --target-env vulkan1.2 %s%s", path("ours.spv"), "");
    vyi_free(c, words, (size_t)count * 4);
    vyi_spv_end(&m);
    vy_context_destroy(&c);
    assert_int_equal(alloc.live, 0);
    assert_int_equal(alloc.wrong_sizes, 0);
}

/// Every opcode with operands made from its letters, and every enumerant.
static void test_table(void **state)
{
    (void)state;
    need_tools();
    struct test_alloc alloc = {0};
    vy_context *c = make_context(&alloc);
    struct spv m;
    vyi_spv_begin(&m, c);
    uint32_t u32 = vyi_spv_int(&m, 32), one = vyi_spv_u32(&m, 1), glsl = vyi_spv_glsl(&m);
#define VALUE(Kind, Name, number) TABLE_##Kind(number)
#define TABLE_Capability(n) spv_in(&m, SPV_GLOBALS, SPV_Capability, n);
#define TABLE_StorageClass(n) spv_in(&m, SPV_GLOBALS, SPV_TypePointer, n, u32);
#define TABLE_Decoration(n)                                                     \
    if (n != SPV_Decoration_BuiltIn) {                                          \
        if (n == SPV_Decoration_SpecId || n == SPV_Decoration_ArrayStride ||    \
            n == SPV_Decoration_Binding || n == SPV_Decoration_DescriptorSet || \
            n == SPV_Decoration_Offset)                                         \
            spv_in(&m, SPV_GLOBALS, SPV_Decorate, one, n, 8);                   \
        else                                                                    \
            spv_in(&m, SPV_GLOBALS, SPV_Decorate, one, n);                      \
    }
#define TABLE_BuiltIn(n)                                                           \
    spv_in(&m, SPV_GLOBALS, SPV_Decorate, spv_in(&m, SPV_GLOBALS, SPV_Undef, u32), \
           SPV_Decoration_BuiltIn, n);
#define TABLE_ExecutionModel(n)
#define TABLE_ExecutionMode(n)                                       \
    if (n == SPV_ExecutionMode_LocalSize)                            \
        spv_in(&m, SPV_GLOBALS, SPV_ExecutionMode, one, n, 1, 2, 3); \
    else                                                             \
        spv_in(&m, SPV_GLOBALS, SPV_ExecutionMode, one, n, 32);
#define TABLE_AddressingModel(n) spv_in(&m, SPV_GLOBALS, SPV_MemoryModel, n, 1);
#define TABLE_MemoryModel(n) spv_in(&m, SPV_GLOBALS, SPV_MemoryModel, 0, n);
#define TABLE_SourceLanguage(n) spv_in(&m, SPV_GLOBALS, SPV_Source, n, 450);
#define TABLE_GroupOperation(n) spv_in(&m, SPV_BODY, SPV_GroupNonUniformIAdd, u32, one, n, one);
#define TABLE_FunctionControl(n)                     \
    spv_in(&m, SPV_BODY, SPV_Function, u32, n, one); \
    spv_in(&m, SPV_BODY, SPV_FunctionEnd);
#define TABLE_SelectionControl(n) spv_in(&m, SPV_BODY, SPV_SelectionMerge, one, n);
#define TABLE_LoopControl(n) spv_in(&m, SPV_BODY, SPV_LoopMerge, one, one, n);
#define TABLE_MemoryAccess(n)                                      \
    if (n == 2)                                                    \
        spv_in(&m, SPV_BODY, SPV_Store, one, one, n | 32, 16);     \
    else if (n == 8 || n == 16)                                    \
        spv_in(&m, SPV_BODY, SPV_Store, one, one, n | 2, 16, one); \
    else                                                           \
        spv_in(&m, SPV_BODY, SPV_Store, one, one, n);
#define TABLE_Scope(n)
#define TABLE_Semantics(n)
#define TABLE_GLSL(n)                                                           \
    if (n == SPV_GLSL_FClamp || n == SPV_GLSL_Fma)                              \
        spv_in(&m, SPV_BODY, SPV_ExtInst, u32, glsl, n, one, one, one);         \
    else if ((n >= SPV_GLSL_FMin && n <= SPV_GLSL_Ldexp) || n >= SPV_GLSL_NMin) \
        spv_in(&m, SPV_BODY, SPV_ExtInst, u32, glsl, n, one, one);              \
    else                                                                        \
        spv_in(&m, SPV_BODY, SPV_ExtInst, u32, glsl, n, one);
    // The parser of spirv-dis wants functions around blocks, and blocks around instructions.
    spv_in(&m, SPV_HEAD, SPV_Function, u32, 0, one);
    spv_in(&m, SPV_HEAD, SPV_Label);
#include "gen/spirv/opcodes.def"
#undef TABLE_FunctionControl
    static const enum spv_opcode opcodes[] = {
#define OPCODE(Name, number, operands) SPV_##Name,
#include "gen/spirv/opcodes.def"
    };
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++) {
        const struct spv_opcode_info *info = vyi_spv_opcode(opcodes[i]);
        uint32_t words[16] = {opcodes[i]}, n = 1;
        if (strpbrk(info->operands, "sx") || opcodes[i] == SPV_Function ||
            opcodes[i] == SPV_FunctionEnd || opcodes[i] == SPV_TypeInt ||
            opcodes[i] == SPV_TypeFloat || opcodes[i] == SPV_TypeForwardPointer)
            continue;
        char last = 0;
        for (const char *p = info->operands; *p; p++) {
            char kind = *p == '*' ? last : *p;
            last = *p;
            if (kind == 't')
                words[n++] = u32;
            else if (kind == 'i' || kind == 'c')
                words[n++] = one;
            else if (kind == 'n' || kind == 'C' || kind == 'm')
                words[n++] = 1;
            else if (kind == 'S')
                words[n++] = 7;
            else if (kind == 'D')
                words[n++] = SPV_Decoration_NonWritable;
            else if (kind == 'E')
                words[n++] = SPV_ExecutionMode_LocalSize, words[n++] = 1, words[n++] = 1,
                words[n++] = 1;
            else if (strchr("MAFLlagG", kind))
                words[n++] = kind == 'M' ? 5 : 0;
            else if (kind == 'w')
                words[n++] = 3, words[n++] = one;
            if (opcodes[i] == SPV_BranchConditional && kind == 'n')
                words[n++] = 1; // weights come in pairs
            if (opcodes[i] == SPV_Phi && kind == 'i' && *p == 'i')
                words[n++] = one;
            if (opcodes[i] == SPV_BranchConditional && *p == 'n')
                break;
            if (opcodes[i] == SPV_Phi && *p == 'i')
                break;
        }
        vyi_spv_append(&m, SPV_BODY, 0, words, n);
    }
    spv_in(&m, SPV_BODY, SPV_FunctionEnd);
    vyi_spv_function_end(&m, false);
    uint32_t *words, count;
    assert_int_equal(vyi_spv_words(&m, &words, &count), VY_OK);
    compare(words, count, c, false);
    vyi_free(c, words, (size_t)count * 4);
    vyi_spv_end(&m);
    vy_context_destroy(&c);
    assert_int_equal(alloc.live, 0);
}

/// Without memory, building and printing fail and leave nothing behind.
static void test_memory(void **state)
{
    (void)state;
    for (uint64_t at = 2;; at++) {
        struct test_alloc alloc = {.fail_at = at};
        vy_context *c = make_context(&alloc);
        struct spv m;
        vyi_spv_begin(&m, c);
        build(&m);
        uint32_t *words, count;
        vy_status status = vyi_spv_words(&m, &words, &count);
        vyi_spv_end(&m);
        if (!status) {
            struct vyi_text text = {.context = c};
            status = vyi_spv_disassemble(words, count, false, &text);
            vyi_text_free(&text);
        }
        vyi_free(c, words, (size_t)count * 4);
        vy_context_destroy(&c);
        assert_int_equal(alloc.live, 0);
        assert_int_equal(alloc.wrong_sizes, 0);
        assert_int_equal(status, alloc.failed ? VY_ERROR_MEMORY : VY_OK);
        if (!alloc.failed)
            break;
    }
}

/// Words that are no module are refused, whatever they are.
static void test_hostile(void **state)
{
    (void)state;
    struct test_alloc alloc = {0};
    vy_context *c = make_context(&alloc);
    struct spv m;
    vyi_spv_begin(&m, c);
    build(&m);
    uint32_t *words, count;
    assert_int_equal(vyi_spv_words(&m, &words, &count), VY_OK);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int way = 0; way < 4; way++) {
            uint32_t kept = words[i];
            words[i] = way == 0   ? 0
                       : way == 1 ? ~0u
                       : way == 2 ? kept ^ 1u << i % 32
                                  : kept + 65536;
            struct vyi_text text = {.context = c};
            vy_status status = vyi_spv_disassemble(words, count, i & 1, &text);
            assert_true(status == VY_OK || status == VY_ERROR_ARGUMENT);
            refused += status != VY_OK;
            vyi_text_free(&text);
            words[i] = kept;
        }
    assert_true(refused > count);
    for (uint32_t n = 0; n < count; n++) {
        struct vyi_text text = {.context = c};
        vyi_spv_disassemble(words, n, false, &text);
        vyi_text_free(&text);
    }
    vyi_free(c, words, (size_t)count * 4);
    vyi_spv_end(&m);
    vy_context_destroy(&c);
    assert_int_equal(alloc.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
