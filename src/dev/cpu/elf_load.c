// The loader. Only what the kernel leads to is loaded: compilers add sections for unwinding and for
// sanitizers that are not read here. Sections are sorted into three parts by what may be done with
// them: code with the stubs for calls out of reach, constants with the table of addresses, and
// data. Everything is written while the mapping is writable, then each part gets its rights.
//
// Bytes come from the cache on disk, so nothing of them is believed: each offset, size, index and
// name is held against the bytes there are before it is used.
#include "dev/cpu/elf_load.h"
#include "gen/llvm/gen.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_SECTIONS = 4096, MOST_SYMBOLS = 1 << 16, STUB_BYTES = 8 };
#define MOST_BYTES ((uint64_t)1 << 30) ///< of an image

enum part { PART_CODE, PART_CONST, PART_DATA, PART_COUNT };

struct load {
    const uint8_t *from;
    size_t size;
    const Elf64_Shdr *sections;
    uint32_t section_count;
    uint32_t symtab; ///< section; 0: none
    const Elf64_Sym *symbols;
    uint64_t symbol_count;
    const char *names; ///< of symbols, the last one with a zero behind it; NULL: none
    uint64_t name_bytes;
    uint8_t *to;
    uint64_t part[PART_COUNT + 1]; ///< where each begins, in pages; the last: the end
    bool wanted[MOST_SECTIONS];    ///< the kernel leads there
    bool followed[MOST_SECTIONS];  ///< relocations of one that is wanted
    uint64_t place[MOST_SECTIONS]; ///< where a section lies + 1; 0: not in memory
    uint64_t stubs, slots;         ///< where they begin, by symbol
    const char *why;
};

static bool refuse(struct load *l, const char *why)
{
    if (!l->why)
        l->why = why;
    return false;
}

/// Bytes of the object; NULL: some of them lie outside, or they are not aligned.
static const void *inside(const struct load *l, uint64_t offset, uint64_t bytes, size_t align)
{
    if (offset > l->size || bytes > l->size - offset)
        return NULL;
    return (uintptr_t)(l->from + offset) % align ? NULL : l->from + offset;
}

static bool read_head(struct load *l)
{
    const Elf64_Ehdr *h = inside(l, 0, sizeof *h, _Alignof(Elf64_Ehdr));
    if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        h->e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(l, "it is no ELF file of 64 bits");
    if (h->e_type != ET_REL || h->e_machine != EM_X86_64)
        return refuse(l, "it is no relocatable object for x86-64");
    l->section_count = h->e_shnum;
    l->sections = inside(l, h->e_shoff, h->e_shnum * sizeof *l->sections, _Alignof(Elf64_Shdr));
    if (h->e_shentsize != sizeof *l->sections || h->e_shnum > MOST_SECTIONS || !l->sections)
        return refuse(l, "its table of sections is broken");
    return true;
}

// ---- symbols ----
static bool find_symbols(struct load *l)
{
    for (uint32_t i = 1; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Shdr *names = s->sh_link < l->section_count ? &l->sections[s->sh_link] : NULL;
        l->symbols = inside(l, s->sh_offset, s->sh_size, _Alignof(Elf64_Sym));
        if (l->symtab || s->sh_entsize != sizeof *l->symbols || !l->symbols)
            return refuse(l, "its table of symbols is broken");
        l->symtab = i;
        l->symbol_count = s->sh_size / sizeof *l->symbols;
        l->names = names ? inside(l, names->sh_offset, names->sh_size, 1) : NULL;
        for (l->name_bytes = l->names ? names->sh_size : 0;
             l->name_bytes && l->names[l->name_bytes - 1];)
            l->name_bytes--;
    }
    if (!l->symtab || l->symbol_count > MOST_SYMBOLS)
        return refuse(l, l->symtab ? "it has too many symbols" : "it has no symbols");
    return true;
}

/// NULL where it does not end inside the table of names.
static const char *symbol_name(const struct load *l, const Elf64_Sym *symbol)
{
    return symbol->st_name < l->name_bytes ? l->names + symbol->st_name : NULL;
}

static bool is_called(const struct load *l, const Elf64_Sym *symbol, const char *name)
{
    const char *own = symbol_name(l, symbol);
    return own && !strcmp(own, name);
}

// ---- where everything goes ----
static enum part part_of(const Elf64_Shdr *s)
{
    return s->sh_flags & SHF_EXECINSTR ? PART_CODE
           : s->sh_flags & SHF_WRITE   ? PART_DATA
                                       : PART_CONST;
}

static bool in_memory(const Elf64_Shdr *s)
{
    return s->sh_flags & SHF_ALLOC && s->sh_size;
}

static void want(struct load *l, uint32_t index)
{
    if (index < SHN_LORESERVE && index < l->section_count && in_memory(&l->sections[index]))
        l->wanted[index] = true;
}

/// The relocations of a section; NULL: they are broken.
static const Elf64_Rela *relocations(const struct load *l, const Elf64_Shdr *s, uint64_t *count)
{
    *count = s->sh_size / sizeof(Elf64_Rela);
    if (s->sh_type == SHT_REL || s->sh_entsize != sizeof(Elf64_Rela) || s->sh_link != l->symtab)
        return NULL;
    return inside(l, s->sh_offset, *count * sizeof(Elf64_Rela), _Alignof(Elf64_Rela));
}

/// What the relocations of a section lead to.
static bool follow(struct load *l, const Elf64_Shdr *s)
{
    uint64_t count;
    const Elf64_Rela *r = relocations(l, s, &count);
    for (uint64_t k = 0; r && k < count; k++)
        if (ELF64_R_SYM(r[k].r_info) < l->symbol_count)
            want(l, l->symbols[ELF64_R_SYM(r[k].r_info)].st_shndx);
    return r || refuse(l, "its relocations are broken");
}

/// Finds all sections that the kernel leads to; each is followed once.
static bool mark(struct load *l)
{
    for (uint64_t i = 1; i < l->symbol_count; i++)
        if (is_called(l, &l->symbols[i], "vyre_kernel") ||
            is_called(l, &l->symbols[i], "vyre_info"))
            want(l, l->symbols[i].st_shndx);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < l->section_count; i++) {
            const Elf64_Shdr *s = &l->sections[i];
            if ((s->sh_type != SHT_RELA && s->sh_type != SHT_REL) ||
                s->sh_info >= l->section_count || !l->wanted[s->sh_info] || l->followed[i])
                continue;
            l->followed[i] = more = true;
            if (!follow(l, s))
                return false;
        }
    }
    return true;
}

/// Room for one part, `used` on; places are relative to the part until all are known.
static bool place_part(struct load *l, enum part part, uint64_t *used)
{
    for (uint32_t i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (!l->wanted[i] || part_of(s) != part)
            continue;
        uint64_t align = s->sh_addralign ? s->sh_addralign : 1;
        if (align & (align - 1) || align > 4096)
            return refuse(l, "a section has no proper alignment");
        if (s->sh_flags & SHF_TLS || (s->sh_flags & SHF_EXECINSTR && s->sh_flags & SHF_WRITE))
            return refuse(l, "a section is of a kind that is not loaded");
        if (s->sh_type != SHT_NOBITS && !inside(l, s->sh_offset, s->sh_size, 1))
            return refuse(l, "a section lies outside the object");
        if (s->sh_size > MOST_BYTES || *used > MOST_BYTES)
            return refuse(l, "it is too large");
        *used = (*used + align - 1) & ~(align - 1);
        l->place[i] = *used + 1;
        *used += s->sh_size;
    }
    return *used <= MOST_BYTES || refuse(l, "it is too large");
}

static bool lay_out(struct load *l)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t at = 0;
    for (int part = PART_CODE; part < PART_COUNT; part++) {
        uint64_t used = at;
        if (!place_part(l, (enum part)part, &used))
            return false;
        used = (used + 15) & ~(uint64_t)15;
        if (part == PART_CODE) {
            l->stubs = used;
            used += l->symbol_count * STUB_BYTES;
        } else if (part == PART_CONST) {
            l->slots = used;
            used += l->symbol_count * sizeof(uint64_t);
        }
        l->part[part] = at;
        at = (used + page - 1) / page * page;
    }
    l->part[PART_COUNT] = at ? at : page;
    l->to =
        mmap(NULL, l->part[PART_COUNT], PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (l->to == MAP_FAILED) {
        l->to = NULL;
        return false;
    }
    for (uint32_t i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (l->place[i] && s->sh_type != SHT_NOBITS)
            memcpy(l->to + l->place[i] - 1, l->from + s->sh_offset, s->sh_size);
    }
    return true;
}

// ---- addresses ----
/// The address of a symbol of the object's own; `room` is how many bytes follow it in its section.
static bool own_address(const struct load *l, const Elf64_Sym *symbol, uint64_t *address,
                        uint64_t *room)
{
    uint32_t index = symbol->st_shndx;
    const Elf64_Shdr *s = index < l->section_count ? &l->sections[index] : NULL;
    if (index >= SHN_LORESERVE || !s || symbol->st_value > s->sh_size)
        return false;
    // An empty section lies nowhere; its symbols are never read through.
    uint64_t place = l->place[index] ? l->place[index] - 1 : l->part[PART_DATA];
    if (!l->place[index] && (s->sh_size || !(s->sh_flags & SHF_ALLOC)))
        return false;
    *address = (uint64_t)(uintptr_t)l->to + place + symbol->st_value;
    *room = s->sh_size - symbol->st_value;
    return true;
}

static bool address_of(struct load *l, const Elf64_Sym *symbol, uint64_t *address)
{
    uint64_t room;
    if (symbol->st_shndx != SHN_UNDEF)
        return own_address(l, symbol, address, &room) ||
               refuse(l, "a symbol lies outside its section");
    const char *name = symbol_name(l, symbol);
    *address = name ? vyi_cpu_symbol(name) : 0;
    if (!*address && ELF64_ST_BIND(symbol->st_info) != STB_WEAK)
        return refuse(l, "it calls a function that is not there");
    return true;
}

/// The slot that holds a symbol's address, and the stub that jumps there.
static uint64_t make_slot(struct load *l, uint64_t index, uint64_t address)
{
    static const uint8_t jump[STUB_BYTES] = {0xff, 0x25, 0, 0, 0, 0, 0xcc, 0xcc};
    uint64_t slot = l->slots + index * sizeof(uint64_t), stub = l->stubs + index * STUB_BYTES;
    int32_t distance = (int32_t)(slot - (stub + 6)); // an image has less than 2^31 bytes
    memcpy(l->to + slot, &address, sizeof address);
    memcpy(l->to + stub, jump, sizeof jump);
    memcpy(l->to + stub + 2, &distance, sizeof distance);
    return (uint64_t)(uintptr_t)l->to + slot;
}

// ---- relocations ----
static bool fits(uint64_t value)
{
    return (uint64_t)(int64_t)(int32_t)value == value;
}

static bool relocate(struct load *l, uint32_t target, uint64_t target_bytes, const Elf64_Rela *r)
{
    uint32_t type = ELF64_R_TYPE(r->r_info);
    uint64_t index = ELF64_R_SYM(r->r_info), address, addend = (uint64_t)r->r_addend;
    bool wide = type == R_X86_64_64 || type == R_X86_64_PC64;
    size_t bytes = wide ? 8 : 4;
    if (type == R_X86_64_NONE)
        return true;
    if (r->r_offset > target_bytes || bytes > target_bytes - r->r_offset)
        return refuse(l, "a relocation lies outside its section");
    if (index >= l->symbol_count)
        return refuse(l, "a relocation names a symbol that is not there");
    if (!address_of(l, &l->symbols[index], &address))
        return false;
    uint8_t *at = l->to + (l->place[target] - 1) + r->r_offset;
    uint64_t here = (uint64_t)(uintptr_t)at, value;
    switch (type) {
    case R_X86_64_64: value = address + addend; break;
    case R_X86_64_PC64: value = address + addend - here; break;
    case R_X86_64_32S: value = address + addend; break;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: value = make_slot(l, index, address) + addend - here; break;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        value = address + addend - here;
        if (!fits(value) && l->symbols[index].st_shndx == SHN_UNDEF) {
            make_slot(l, index, address);
            uint64_t stub = (uintptr_t)l->to + l->stubs + index * STUB_BYTES;
            value = stub + addend - here;
        }
        break;
    default: return refuse(l, "a relocation is of a kind that is not known");
    }
    if (!wide && !fits(value))
        return refuse(l, "a relocation goes out of reach");
    memcpy(at, &value, bytes);
    return true;
}

static bool relocate_all(struct load *l)
{
    for (uint32_t i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        uint64_t count = 0;
        const Elf64_Rela *r = l->followed[i] ? relocations(l, s, &count) : NULL;
        for (uint64_t k = 0; r && k < count; k++)
            if (!relocate(l, s->sh_info, l->sections[s->sh_info].sh_size, &r[k]))
                return false;
    }
    return true;
}

// ---- what the device asks for ----
/// The place of a symbol by name, in a part of the image, with so many bytes behind it.
static bool find(struct load *l, const char *name, enum part part, uint64_t bytes,
                 uint64_t *address)
{
    for (uint64_t i = 1; i < l->symbol_count; i++) {
        const Elf64_Sym *symbol = &l->symbols[i];
        uint64_t room;
        if (is_called(l, symbol, name) && own_address(l, symbol, address, &room) &&
            in_memory(&l->sections[symbol->st_shndx]) &&
            part_of(&l->sections[symbol->st_shndx]) == part && room >= bytes)
            return true;
    }
    return false;
}

static bool take(struct load *l, struct vyi_cpu_image *image)
{
    uint64_t kernel, info;
    if (!find(l, "vyre_kernel", PART_CODE, 1, &kernel))
        return refuse(l, "it has no 'vyre_kernel'");
    if (!find(l, "vyre_info", PART_CONST, sizeof image->info, &info))
        return refuse(l, "it has no 'vyre_info'");
    memcpy(&image->info, (const void *)(uintptr_t)info, sizeof image->info);
    image->kernel = (vyi_cpu_kernel)(uintptr_t)kernel;
    if (image->info.abi != VYI_LLVM_ABI)
        return refuse(l, "it was made by another version");
    return true;
}

static bool protect(struct load *l)
{
    static const int rights[PART_COUNT] = {PROT_READ | PROT_EXEC, PROT_READ,
                                           PROT_READ | PROT_WRITE};
    for (int part = PART_CODE; part < PART_COUNT; part++) {
        uint64_t bytes = l->part[part + 1] - l->part[part];
        if (bytes && mprotect(l->to + l->part[part], bytes, rights[part]))
            return refuse(l, "the system lets no code be run from memory");
    }
    return true;
}

vy_status vyi_cpu_load(vy_context *c, const void *bytes, size_t size, struct vyi_cpu_image *image,
                       const char **why)
{
    *image = (struct vyi_cpu_image){0};
    *why = NULL;
    struct load *l = vyi_calloc(c, 1, sizeof *l); // too large for a small stack
    if (!l)
        return VY_ERROR_MEMORY;
    l->from = bytes;
    l->size = size;
    bool done = read_head(l) && find_symbols(l) && mark(l) && lay_out(l) && relocate_all(l) &&
                take(l, image) && protect(l);
    image->at = l->to;
    image->bytes = l->part[PART_COUNT];
    *why = l->why;
    vyi_free(c, l, sizeof *l);
    if (done)
        return VY_OK;
    vyi_cpu_unload(image);
    return *why ? VY_ERROR_DATA : VY_ERROR_MEMORY;
}

void vyi_cpu_unload(struct vyi_cpu_image *image)
{
    if (image->at)
        munmap(image->at, image->bytes);
    *image = (struct vyi_cpu_image){0};
}
