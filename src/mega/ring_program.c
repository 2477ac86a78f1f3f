// The live kernel as a program: lib/mega/ring_cpu.vy or ring_gpu.vy with its sizes and handlers.
#include "mega/mega.h"
#include "mega/ring_interpret.h"

enum {
    CHUNK = 32,       ///< slots: one for each lane
    BUNDLE = 128,     ///< slots that ring_gpu.vy can give to a worker at once
    NEAR_MOST = 1024, ///< slots of a priority whose links in queues fit into shared memory,
    NEAR_WIDE = 256,  ///< also beside what wide handlers have there
    LINKS_LEAST = 32,
    LINKS_BYTE = 5120 ///< words, where the workers of a ring have bytecode there
};

bool vyi_ring_has_wide(const struct vyi_ring_opcodes *list)
{
    uint32_t i = 0;
    while (i < list->count && list->at[i].width == VY_MEGA_LANE)
        i++;
    return i < list->count;
}

static bool is_near(const struct vy_mega *m, const struct vyi_ring_opcodes *list)
{
    return m->params.slots <= (vyi_ring_has_wide(list) ? NEAR_WIDE : NEAR_MOST);
}

/// Words of the buffer of links in shared memory, which is the poller's; workers keep bytecode and
/// registers there.
static uint32_t link_words(const struct vy_mega *m, const struct vyi_ring_opcodes *list)
{
    uint32_t words = is_near(m, list) ? VY_MEGA_PRIORITIES * m->params.slots : LINKS_LEAST;
    return m->params.programs && !vyi_ring_has_wide(list) && words < LINKS_BYTE ? LINKS_BYTE
                                                                                : words;
}

static void write_sizes(struct vyi_text *t, const struct vy_mega *m,
                        const struct vyi_ring_opcodes *list)
{
    const vy_mega_live_params *p = &m->params;
    uint32_t part = p->slots / 4; // bundles that leave something for others in a small ring
    uint32_t most = part < CHUNK ? CHUNK : part > BUNDLE ? BUNDLE : part;
    vyi_text_printf(t, "const N = %u\nconst WORKERS = %u\nconst LOG = %u\nconst TRIES = %u\n",
                    p->slots, p->workers, p->log_records, p->attempts);
    vyi_text_printf(t, "const OBS = %u\nconst WORK = %u\nconst GROUPS = %s\n", p->observables,
                    p->workspace_words ? p->workspace_words : 1, m->gpu ? "true" : "false");
    vyi_text_printf(t, "const MOST = %u\nconst NEAR = %s\nconst IDLE = %lluu64\n", most,
                    is_near(m, list) ? "true" : "false", (unsigned long long)p->idle_us * 1000);
    vyi_text_printf(t, "const LINKS = %u\n", link_words(m, list));
    vyi_text_printf(t, "const IO = %s\nconst ASKS = %u\nconst ARENA = %llu\n",
                    p->arena_bytes ? "true" : "false", vyi_ring_asks(m),
                    (unsigned long long)(p->arena_bytes + 3) / 4 + !p->arena_bytes);
    vyi_text_printf(t, "const WIDES = %s\nconst PROGRAMS = %s\n",
                    vyi_ring_has_wide(list) || p->programs ? "true" : "false",
                    p->programs ? "true" : "false");
}

/// All 32 lanes of a worker run an instruction together, and each instruction orders their
/// accesses.
static void write_interpreter(struct vyi_text *t, const struct vy_mega *m,
                              const struct vyi_ring_opcodes *list)
{
    enum { PART = 10 }; // of the words in shared memory a fifth is code, of two words each
    const struct vyi_mega_swap swaps[] = {
        {"subgroup_load", NULL, "workgroup_load"},
        {"subgroup_any", NULL, "workgroup_any"},
        {"subgroup_all", NULL, "workgroup_all"},
        {"byte_near", NULL, is_near(m, list) ? "next" : "next_kept"}};
    uint32_t near = link_words(m, list), code = near / PART;
    vyi_text_printf(t, "const BYTE_WORDS = %u\nconst BYTE_ROOM = %uu64\n",
                    (unsigned)VYI_REGISTER_WORDS, (unsigned)VYI_ROOM_BYTES);
    vyi_text_printf(t, "const BYTE_NEAR = %u\nconst BYTE_NEAR_CODE = %u\n", near - 2 * code, code);
    vyi_text_printf(t, "persistent byte_registers : u32[%u]\n",
                    m->params.workers * VYI_REGISTER_WORDS);
    vyi_text_printf(t, "fn byte_base() -> u32 { return (wid.x - 1) * BYTE_WORDS }\n");
    vyi_bytecode_text(t);
    vyi_mega_fill(t, vyi_mega_text("bytecode/near.vy"), swaps, 4);
    vyi_mega_fill(t, vyi_mega_text("bytecode/interpreter.vy"), swaps, 4);
    vyi_text_printf(t, "%s", vyi_mega_text("bytecode/packet.vy"));
}

/// Links of queues that do not fit into shared memory: the two buffers change names.
static const struct vyi_mega_swap far_links[] = {
    {"persistent next_kept : u32[MEGA_PRIORITIES * N]\n", NULL,
     "persistent next      : u32[MEGA_PRIORITIES * N]\n"},
    {"shared     next      : u32[LINKS]\n", NULL, "shared     next_kept : u32[LINKS]\n"}};

vy_status vyi_ring_program(struct vy_mega *m, const struct vyi_ring_opcodes *list, bool wide,
                           struct vyi_mega_names *names, vy_program **program)
{
    struct vyi_text sizes = {.context = m->context}, far = {.context = m->context};
    struct vyi_text programs = {.context = m->context};
    struct vyi_mega_kernel k = {.name = m->gpu == RING_WIDE ? "lib/mega/ring_gpu.vy"
                                        : wide              ? "lib/mega/ring_wide.vy"
                                                            : "lib/mega/ring_cpu.vy",
                                .handlers = list->at,
                                .count = list->count,
                                .live = true,
                                .names = m->gpu == RING_NARROW ? NULL : names,
                                .announced = m->gpu == RING_WIDE,
                                .table = VYI_MEGA_TABLE,
                                .dfa_step = m->params.workspace_words};
    k.text = vyi_mega_text(k.name + strlen("lib/"));
    write_sizes(&sizes, m, list);
    if (m->gpu == RING_WIDE && !is_near(m, list)) {
        vyi_mega_fill(&far, k.text, far_links, 2);
        k.text = far.at;
    }
    if (m->gpu == RING_WIDE && m->params.programs)
        write_interpreter(&programs, m, list);
    k.sizes = sizes.at;
    k.programs = programs.at;
    vy_status status = sizes.failed || far.failed || programs.failed
                           ? VY_ERROR_MEMORY
                           : vyi_mega_parse(m->context, &k, program);
    vyi_text_free(&programs);
    vyi_text_free(&sizes);
    vyi_text_free(&far);
    return status;
}
