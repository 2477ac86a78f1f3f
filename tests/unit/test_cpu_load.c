// The loader of objects: one that a C compiler made, and what hostile bytes do to it.
#include "dev/cpu/elf_load.h"
#include "support/alloc.h"
#include "support/rng.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

// The object lies in this program, so that it needs no file.
extern const uint8_t object_begin[], object_end[];
__asm__(".section .rodata\n"
        ".global object_begin, object_end\n"
        ".balign 16\n"
        "object_begin: .incbin \"" CPU_KERNEL "\"\n"
        "object_end: .byte 0\n"
        ".text\n");

static vy_context *context;
static uint8_t *copy;
static size_t size;

static int setup(void **state)
{
    (void)state;
    size = (size_t)(object_end - object_begin);
    copy = malloc(size);
    return vy_context_create(NULL, &context) != VY_OK || !copy;
}

static int teardown(void **state)
{
    (void)state;
    free(copy);
    vy_context_destroy(&context);
    return 0;
}

static uint64_t clock_42(struct vyi_cpu_thread *t)
{
    (void)t;
    return 42;
}

static void call(const struct vyi_cpu_image *image, uint64_t index, uint64_t results[6])
{
    struct vyi_cpu_block *block = calloc(1, sizeof *block + 2 * sizeof *block->slot);
    struct vyi_cpu_thread t = {.block = block};
    assert_non_null(block);
    block->fns.clock = clock_42;
    block->slot[0] = (uint64_t)(uintptr_t)results;
    block->slot[1] = index;
    image->kernel(&t);
    free(block);
}

static void a_kernel_is_loaded_and_runs(void **state)
{
    struct vyi_cpu_image image, other;
    const char *why;
    uint64_t r[6];
    (void)state;
    assert_int_equal(vyi_cpu_load(context, object_begin, size, &image, &why), VY_OK);
    assert_null(why);
    assert_int_equal(image.info.scratch_bytes, 640);
    assert_int_equal(image.info.spill_bytes, 24);
    assert_int_equal(image.info.fixpoints, 2);
    call(&image, 3, r);
    const uint64_t first[6] = {7, 42, 300, 13, 3, 42};
    assert_memory_equal(r, first, sizeof r);
    call(&image, 4, r);
    const uint64_t second[6] = {11, 44, 200, 16, 4, 42};
    assert_memory_equal(r, second, sizeof r);
    // Another copy has data of its own.
    assert_int_equal(vyi_cpu_load(context, object_begin, size, &other, &why), VY_OK);
    call(&other, 3, r);
    assert_memory_equal(r, first, sizeof r);
    vyi_cpu_unload(&image);
    call(&other, 4, r);
    assert_memory_equal(r, second, sizeof r);
    vyi_cpu_unload(&other);
    assert_null(other.at);
}

static void names_that_are_known(void **state)
{
    (void)state;
    assert_true(vyi_cpu_symbol("memcpy") != 0);
    assert_true(vyi_cpu_symbol("fmaf") != 0);
    assert_true(vyi_cpu_symbol("system") == 0);
    assert_true(vyi_cpu_symbol("") == 0);
    double (*even)(double) = (double (*)(double))vyi_cpu_symbol("roundeven");
    assert_true(even(2.5) == 2 && even(3.5) == 4 && even(-0.5) == 0);
}

/// Loads bytes that may be anything. Nothing but its status can be seen; a kernel is not called.
static vy_status try(const void *bytes, size_t count, const char **why)
{
    struct vyi_cpu_image image;
    // Exactly as many bytes, so that a sanitizer sees a read behind them.
    void *exact = malloc(count ? count : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, count);
    vy_status status = vyi_cpu_load(context, exact, count, &image, why);
    if (status)
        assert_null(image.at);
    else
        assert_true(image.info.abi != 0);
    assert_int_equal(status == VY_ERROR_DATA, *why != NULL);
    vyi_cpu_unload(&image);
    free(exact);
    return status;
}

static void every_truncation_is_refused_or_harmless(void **state)
{
    const char *why;
    uint32_t refused = 0;
    (void)state;
    for (size_t n = 0; n < size; n += n < 256 || n + 256 > size ? 1 : 7)
        refused += try(object_begin, n, &why) == VY_ERROR_DATA;
    assert_int_equal(try(object_begin, 0, &why), VY_ERROR_DATA);
    assert_int_equal(try(object_begin, 63, &why), VY_ERROR_DATA);
    assert_int_equal(try(object_begin, size / 2, &why), VY_ERROR_DATA);
    assert_true(refused > size / 16);
}

static void flipped_bytes_never_crash(void **state)
{
    const char *why;
    struct rng random = {7};
    uint32_t refused = 0, loaded = 0;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        memcpy(copy, object_begin, size);
        // Tables matter more than code: half of the changes go to the head and the last part.
        int changes = 1 + (int)(rng_next(&random) % 4);
        for (int k = 0; k < changes; k++) {
            uint64_t r = rng_next(&random), at = r % size;
            if (r >> 40 & 1)
                at = r >> 41 & 1 ? r % sizeof(Elf64_Ehdr) : size - 1 - r % (size / 2);
            copy[at] = r >> 42 & 1 ? (uint8_t)(r >> 48) : (uint8_t)(copy[at] ^ 1u << (r >> 48) % 8);
        }
        vy_status status = try(copy, size, &why);
        refused += status == VY_ERROR_DATA;
        loaded += status == VY_OK;
    }
    assert_true(refused > 1000 && loaded > 1000);
}

// ---- one thing wrong at a time ----
static Elf64_Ehdr *head(void)
{
    memcpy(copy, object_begin, size);
    return (Elf64_Ehdr *)copy;
}

static Elf64_Shdr *section(uint32_t index)
{
    Elf64_Ehdr *h = (Elf64_Ehdr *)copy;
    return (Elf64_Shdr *)(copy + h->e_shoff) + index;
}

/// The first section of a type with these flags.
static Elf64_Shdr *find(uint32_t type, uint64_t flags)
{
    for (uint32_t i = 1; i < ((Elf64_Ehdr *)copy)->e_shnum; i++)
        if (section(i)->sh_type == type && (section(i)->sh_flags & flags) == flags &&
            section(i)->sh_size)
            return section(i);
    fail_msg("there is no section of type %u", type);
    return NULL;
}

static Elf64_Sym *symbol(const char *name)
{
    Elf64_Shdr *table = find(SHT_SYMTAB, 0);
    const char *names = (const char *)copy + section(table->sh_link)->sh_offset;
    Elf64_Sym *list = (Elf64_Sym *)(copy + table->sh_offset);
    for (uint64_t i = 0; i < table->sh_size / sizeof *list; i++)
        if (!strcmp(names + list[i].st_name, name))
            return &list[i];
    fail_msg("there is no symbol %s", name);
    return NULL;
}

/// The relocations of the code.
static Elf64_Rela *relocations(void)
{
    for (uint32_t i = 1; i < ((Elf64_Ehdr *)copy)->e_shnum; i++)
        if (section(i)->sh_type == SHT_RELA &&
            section(section(i)->sh_info)->sh_flags & SHF_EXECINSTR)
            return (Elf64_Rela *)(copy + section(i)->sh_offset);
    fail_msg("the code has no relocations");
    return NULL;
}

static void expect(const char *reason)
{
    const char *why;
    vy_status status = try(copy, size, &why);
    if (status != VY_ERROR_DATA || !strstr(why, reason))
        fail_msg("'%s' expected, got '%s'", reason, why ? why : "it loaded");
}

static void each_mistake_is_named(void **state)
{
    (void)state;
    head()->e_ident[EI_CLASS] = ELFCLASS32, expect("no ELF file of 64 bits");
    head()->e_machine = EM_AARCH64, expect("x86-64");
    head()->e_type = ET_DYN, expect("no relocatable object");
    head()->e_shoff = UINT64_MAX - 64, expect("table of sections");
    head()->e_shnum = 0xff00, expect("table of sections");
    head()->e_shentsize = 8, expect("table of sections");
    head()->e_shnum = 0, expect("no symbols");
    head(), find(SHT_PROGBITS, SHF_EXECINSTR)->sh_addralign = 3, expect("alignment");
    head(), find(SHT_PROGBITS, SHF_EXECINSTR)->sh_addralign = 1 << 20, expect("alignment");
    head(), find(SHT_PROGBITS, SHF_EXECINSTR)->sh_offset = size, expect("outside the object");
    head(), find(SHT_PROGBITS, SHF_EXECINSTR)->sh_size = (uint64_t)1 << 63, expect("outside");
    head(), find(SHT_PROGBITS, SHF_EXECINSTR)->sh_flags |= SHF_WRITE, expect("kind");
    head(), find(SHT_NOBITS, SHF_WRITE)->sh_size = (uint64_t)1 << 40, expect("too large");
    head(), find(SHT_NOBITS, SHF_WRITE)->sh_flags |= SHF_TLS, expect("kind");
    head(), find(SHT_SYMTAB, 0)->sh_entsize = 1, expect("table of symbols");
    head(), find(SHT_SYMTAB, 0)->sh_size = size, expect("table of symbols");
    head(), find(SHT_SYMTAB, 0)->sh_link = 0xffff, expect("no 'vyre_kernel'");
    head(), symbol("vyre_kernel")->st_name = 0, expect("'vyre_kernel'");
    head(), symbol("vyre_kernel")->st_value = size, expect("'vyre_kernel'");
    head(), symbol("vyre_kernel")->st_shndx = symbol("vyre_info")->st_shndx, expect("vyre_kernel");
    head(), symbol("vyre_info")->st_shndx = symbol("vyre_kernel")->st_shndx, expect("vyre_info");
    head(), symbol("vyre_table")->st_shndx = SHN_COMMON, expect("outside its section");
    head(), symbol("fma")->st_name = symbol("vyre_table")->st_name, expect("is not there");
    head(), relocations()->r_offset = UINT64_MAX - 2, expect("outside its section");
    head(), relocations()->r_info ^= R_X86_64_PC32 ^ R_X86_64_TPOFF32, expect("not known");
    head(), relocations()->r_info |= (uint64_t)0xffffff << 32, expect("names a symbol");
    head(), relocations()->r_addend = (int64_t)1 << 40, expect("out of reach");
}

static void other_versions_are_refused(void **state)
{
    (void)state;
    head();
    Elf64_Sym *info = symbol("vyre_info");
    copy[section(info->st_shndx)->sh_offset + info->st_value] ^= 0x40;
    expect("another version");
}

static void without_memory_it_says_so(void **state)
{
    struct test_alloc alloc = {.fail_at = 2}; // the context itself is the first
    vy_context *starved;
    struct vyi_cpu_image image;
    const char *why;
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &alloc), &starved),
        VY_OK);
    assert_int_equal(vyi_cpu_load(starved, object_begin, size, &image, &why), VY_ERROR_MEMORY);
    assert_null(why);
    vy_context_destroy(&starved);
    assert_int_equal(alloc.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_is_loaded_and_runs),
        cmocka_unit_test(names_that_are_known),
        cmocka_unit_test(every_truncation_is_refused_or_harmless),
        cmocka_unit_test(flipped_bytes_never_crash),
        cmocka_unit_test(each_mistake_is_named),
        cmocka_unit_test(other_versions_are_refused),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
