// The loader. Only what the kernel leads to is loaded: compilers add sections for unwinding and for
// sanitizers that nobody here reads. Sections are sorted into three parts by what may be done with
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
    Elf64_Ehdr head;
    uint32_t symtab;       ///< section; 0: none
    uint64_t symbol_count; ///< in it
    uint8_t *to;
    uint64_t part[PART_COUNT + 1];  ///< where each begins, in pages; the last: the end
    bool wanted[MOST_SECTIONS];     ///< the kernel leads there
    bool followed[MOST_SECTIONS];   ///< relocations of one that is wanted
    uint64_t place[MOST_SECTIONS];  ///< where a section lies + 1; 0: not in memory
    uint64_t stubs, slots;          ///< where they begin, by symbol
    uint8_t made[MOST_SYMBOLS / 8]; ///< by symbol: its slot and stub are filled in
    const char *why;
};

static bool refuse(struct load *l, const char *why)
{
    if (!l->why)
        l->why = why;
    return false;
}

/// Copies from the object; false where that would leave it.
static bool get(const struct load *l, uint64_t offset, void *to, size_t bytes)
{
    if (offset > l->size || bytes > l->size - offset)
        return false;
    memcpy(to, l->from + offset, bytes);
    return true;
}

static bool section(const struct load *l, uint32_t index, Elf64_Shdr *s)
{
    return index < l->head.e_shnum &&
           get(l, l->head.e_shoff + (uint64_t)index * sizeof *s, s, sizeof *s);
}

static bool read_head(struct load *l)
{
    const Elf64_Ehdr *h = &l->head;
    uint64_t table;
    if (!get(l, 0, &l->head, sizeof l->head) || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(l, "it is no ELF file of 64 bits");
    if (h->e_type != ET_REL || h->e_machine != EM_X86_64)
        return refuse(l, "it is no relocatable object for x86-64");
    if (h->e_shentsize != sizeof(Elf64_Shdr) || h->e_shnum > MOST_SECTIONS ||
        !vyi_add(h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr), &table) || table > l->size)
        return refuse(l, "its table of sections is broken");
    return true;
}

// ---- symbols ----
static bool find_symbols(struct load *l)
{
    Elf64_Shdr s;
    for (uint32_t i = 1; i < l->head.e_shnum; i++) {
        if (!section(l, i, &s) || s.sh_type != SHT_SYMTAB)
            continue;
        if (l->symtab || s.sh_entsize != sizeof(Elf64_Sym) || s.sh_offset > l->size ||
            s.sh_size > l->size - s.sh_offset)
            return refuse(l, "its table of symbols is broken");
        l->symtab = i;
        l->symbol_count = s.sh_size / sizeof(Elf64_Sym);
    }
    if (!l->symtab || l->symbol_count > MOST_SYMBOLS)
        return refuse(l, l->symtab ? "it has too many symbols" : "it has no symbols");
    return true;
}

static bool symbol_at(const struct load *l, uint64_t index, Elf64_Sym *symbol)
{
    Elf64_Shdr s;
    return index < l->symbol_count && section(l, l->symtab, &s) &&
           get(l, s.sh_offset + index * sizeof *symbol, symbol, sizeof *symbol);
}

/// Its name, which ends inside the table of strings; NULL where it does not.
static const char *symbol_name(const struct load *l, const Elf64_Sym *symbol)
{
    Elf64_Shdr s, strings;
    if (!section(l, l->symtab, &s) || !section(l, s.sh_link, &strings) ||
        strings.sh_offset > l->size || strings.sh_size > l->size - strings.sh_offset ||
        symbol->st_name >= strings.sh_size)
        return NULL;
    const char *name = (const char *)l->from + strings.sh_offset + symbol->st_name;
    return memchr(name, 0, strings.sh_size - symbol->st_name) ? name : NULL;
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
    Elf64_Shdr s;
    if (index < SHN_LORESERVE && section(l, index, &s) && in_memory(&s))
        l->wanted[index] = true;
}

/// The section of a symbol by name.
static void want_symbol(struct load *l, const char *name)
{
    Elf64_Sym symbol;
    for (uint64_t i = 1; i < l->symbol_count; i++) {
        const char *own = symbol_at(l, i, &symbol) ? symbol_name(l, &symbol) : NULL;
        if (own && !strcmp(own, name))
            want(l, symbol.st_shndx);
    }
}

/// What the relocations of a section lead to.
static bool follow(struct load *l, const Elf64_Shdr *s)
{
    Elf64_Rela r;
    Elf64_Sym symbol;
    if (s->sh_type == SHT_REL || s->sh_entsize != sizeof r || s->sh_link != l->symtab)
        return refuse(l, "its relocations are broken");
    for (uint64_t k = 0; k < s->sh_size / sizeof r; k++) {
        uint64_t at;
        if (!vyi_add(s->sh_offset, k * sizeof r, &at) || !get(l, at, &r, sizeof r))
            return refuse(l, "its relocations are broken");
        if (symbol_at(l, ELF64_R_SYM(r.r_info), &symbol))
            want(l, symbol.st_shndx);
    }
    return true;
}

/// Finds all sections that the kernel leads to; each is followed once.
static bool mark(struct load *l)
{
    Elf64_Shdr s;
    want_symbol(l, "vyre_kernel");
    want_symbol(l, "vyre_info");
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < l->head.e_shnum; i++) {
            if (!section(l, i, &s) || (s.sh_type != SHT_RELA && s.sh_type != SHT_REL) ||
                s.sh_info >= l->head.e_shnum || !l->wanted[s.sh_info] || l->followed[i])
                continue;
            l->followed[i] = more = true;
            if (!follow(l, &s))
                return false;
        }
    }
    return true;
}

/// Room for one part, `used` on; places are relative to the part until all are known.
static bool place_part(struct load *l, enum part part, uint64_t *used)
{
    Elf64_Shdr s;
    for (uint32_t i = 0; i < l->head.e_shnum; i++) {
        if (!section(l, i, &s))
            return refuse(l, "its table of sections is broken");
        if (!l->wanted[i] || part_of(&s) != part)
            continue;
        uint64_t align = s.sh_addralign ? s.sh_addralign : 1;
        if (align & (align - 1) || align > 4096)
            return refuse(l, "a section has no proper alignment");
        if (s.sh_flags & SHF_TLS || (s.sh_flags & SHF_EXECINSTR && s.sh_flags & SHF_WRITE))
            return refuse(l, "a section is of a kind that is not loaded");
        if (s.sh_type != SHT_NOBITS && (s.sh_offset > l->size || s.sh_size > l->size - s.sh_offset))
            return refuse(l, "a section lies outside the object");
        if (s.sh_size > MOST_BYTES || *used > MOST_BYTES)
            return refuse(l, "it is too large");
        *used = (*used + align - 1) & ~(align - 1);
        l->place[i] = *used + 1;
        *used += s.sh_size;
    }
    return *used <= MOST_BYTES || refuse(l, "it is too large");
}

static bool lay_out(struct load *l)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t at = 0;
    Elf64_Shdr s;
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
    for (uint32_t i = 0; i < l->head.e_shnum; i++)
        if (l->place[i] && section(l, i, &s) && s.sh_type != SHT_NOBITS)
            get(l, s.sh_offset, l->to + l->place[i] - 1, s.sh_size);
    return true;
}

// ---- addresses ----
/// The address of a symbol of the object's own; `room` is how many bytes follow it in its section.
static bool own_address(const struct load *l, const Elf64_Sym *symbol, uint64_t *address,
                        uint64_t *room)
{
    Elf64_Shdr s;
    uint32_t index = symbol->st_shndx;
    if (index >= SHN_LORESERVE || !section(l, index, &s) || symbol->st_value > s.sh_size)
        return false;
    // An empty section lies nowhere; its symbols are never read through.
    uint64_t place = l->place[index] ? l->place[index] - 1 : l->part[PART_DATA];
    if (!l->place[index] && (s.sh_size || !(s.sh_flags & SHF_ALLOC)))
        return false;
    *address = (uint64_t)(uintptr_t)l->to + place + symbol->st_value;
    *room = s.sh_size - symbol->st_value;
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
    if (!(l->made[index / 8] >> index % 8 & 1)) {
        memcpy(l->to + slot, &address, sizeof address);
        memcpy(l->to + stub, jump, sizeof jump);
        memcpy(l->to + stub + 2, &distance, sizeof distance);
        l->made[index / 8] |= (uint8_t)(1u << index % 8);
    }
    return (uint64_t)(uintptr_t)l->to + slot;
}

static uint64_t make_stub(struct load *l, uint64_t index, uint64_t address)
{
    make_slot(l, index, address);
    return (uint64_t)(uintptr_t)l->to + l->stubs + index * STUB_BYTES;
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
    Elf64_Sym symbol;
    if (type == R_X86_64_NONE)
        return true;
    if (r->r_offset > target_bytes || bytes > target_bytes - r->r_offset)
        return refuse(l, "a relocation lies outside its section");
    if (!symbol_at(l, index, &symbol))
        return refuse(l, "a relocation names a symbol that is not there");
    if (!address_of(l, &symbol, &address))
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
        if (!fits(value) && symbol.st_shndx == SHN_UNDEF)
            value = make_stub(l, index, address) + addend - here;
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
    Elf64_Shdr s, target;
    Elf64_Rela r;
    for (uint32_t i = 0; i < l->head.e_shnum; i++) {
        if (!l->followed[i] || !section(l, i, &s) || !section(l, s.sh_info, &target))
            continue;
        for (uint64_t k = 0; k < s.sh_size / sizeof r; k++)
            if (!get(l, s.sh_offset + k * sizeof r, &r, sizeof r) ||
                !relocate(l, s.sh_info, target.sh_size, &r))
                return false;
    }
    return true;
}

// ---- what the device asks for ----
/// The place of a symbol by name, in a part of the image, with so many bytes behind it.
static bool find(struct load *l, const char *name, enum part part, uint64_t bytes,
                 uint64_t *address)
{
    Elf64_Sym symbol;
    Elf64_Shdr s;
    for (uint64_t i = 1; i < l->symbol_count; i++) {
        const char *own = symbol_at(l, i, &symbol) ? symbol_name(l, &symbol) : NULL;
        uint64_t room;
        if (own && !strcmp(own, name) && section(l, symbol.st_shndx, &s) && in_memory(&s) &&
            part_of(&s) == part && own_address(l, &symbol, address, &room) && room >= bytes)
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
