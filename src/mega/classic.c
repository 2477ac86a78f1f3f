// The text of a classic program: a head with its buffers, then lib/mega/classic.vy without what
// this program does not have.
#include "mega/mega.h"

#include <stdio.h>

// ---- the head ----
static void add_buffers(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    const char *report = p->control_report ? " @range(0, 0)" : "";
    vyi_text_printf(t, "inout control : atomic u32[%u] @binding(0)\n", l->control);
    vyi_text_printf(t, "inout ring_buffer : atomic u32[%u] @binding(1)%s\n", l->ring, report);
    vyi_text_printf(t, "inout debug_log : atomic u32[%u] @binding(2)%s\n", l->debug, report);
    vyi_text_printf(t, "%s io_queue : atomic u32[%u] @binding(3)%s\n",
                    p->mapped_io ? "mapped" : "inout", l->io, p->mapped_io ? "" : report);
    const vy_mega_workspace *w = p->workspace;
    if (w) {
        vyi_text_printf(t, "%s %s : %s%s[", vy_role_name(w->role), w->name,
                        w->atomic ? "atomic " : "", vy_type_name(w->elem));
        if (w->count)
            vyi_text_printf(t, "%u", w->count);
        bool comes_back = w->role == VY_ROLE_INOUT || w->role == VY_ROLE_OUT;
        vyi_text_printf(t, "] @binding(4)%s\n", comes_back ? report : "");
    }
    if (p->io_polling)
        vyi_text_printf(t, "in capabilities : u32[%u, 2] @binding(5)\n", p->capabilities);
}

static void add_head(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    bool service =
        p->rounds == 0 || p->mapped_io || (p->workspace && p->workspace->role == VY_ROLE_MAPPED);
    vyi_text_printf(t, "program mega_%s%s\n", vy_mega_kind_name(p->kind),
                    service ? " service" : "");
    vyi_text_printf(t, "use \"lib/mega.vy\"\n"
                       "use \"lib/mega/slots.vy\"\n");
    if (p->kind == VY_MEGA_JIT) {
        vyi_mega_uses(t, "", p->payload, 1);
    } else {
        vyi_text_printf(t, "use \"lib/mega/dispatch.vy\"\n");
        vyi_mega_uses(t, "", p->handlers, p->handler_count);
    }
    if (p->self_loading || p->io_polling)
        vyi_text_printf(t, "use \"lib/mega/io.vy\"\n");
    vyi_text_printf(t,
                    "const SLOTS = %u\n"
                    "const WORKERS = %u\n"
                    "const TENANTS = %u\n"
                    "const SHARE = %u\n",
                    l->slots, l->workgroup * l->workgroups, l->tenants, l->share);
    add_buffers(t, p, l);
    vyi_text_printf(t, "workgroup %u\ngrid WORKERS\n", l->workgroup);
}

// ---- the body ----
enum { MOST_SWAPS = 16 };
struct body {
    struct vyi_mega_swap swaps[MOST_SWAPS];
    size_t count;
    char room[1024]; ///< of their texts
    size_t used;
};

/// What stands from one mark to another, both included, becomes this text; `to` NULL: the first
/// mark.
static void swap(struct body *b, const char *from, const char *to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void swap(struct body *b, const char *from, const char *to, const char *format, ...)
{
    va_list args;
    char *text = b->room + b->used;
    va_start(args, format);
    b->used += (size_t)vsnprintf(text, sizeof b->room - b->used, format, args) + 1;
    va_end(args);
    b->swaps[b->count++] = (struct vyi_mega_swap){from, to, text};
}

/// Without priorities each worker has slots of its own, one or several a pass.
static void swap_claim(struct body *b, const struct vyi_mega_settled *s)
{
    const vy_mega_layout *l = &s->layout;
    uint32_t turns = (l->slots - 1) / (l->workgroup * l->workgroups) + 1;
    static const char mark[] = "    // Urgent levels", end[] = "    // + claimed\n";
    static const char claim[] = "var held = 0\nif slot < SLOTS { held = mega_try(slot) }\n";
    if (s->p.kind == VY_MEGA_PRIORITY)
        return;
    swap(b, "var urgent = 0\n", "var lifted = 0\n", " ");
    if (turns > 1) {
        swap(b, mark, end, "for turn in 0..%u {\nlet slot = worker + turn * WORKERS\n%s", turns,
             claim);
        swap(b, "// + served", NULL, "}");
    } else {
        swap(b, mark, end, "let slot = worker\n%s", claim);
    }
}

/// A program that runs through a number of passes has no idle ones to count.
static void swap_passes(struct body *b, const vy_mega_params *p)
{
    if (p->lockstep)
        swap(b, "barrier workgroup", NULL, "barrier grid");
    if (!p->rounds)
        return;
    swap(b, "var idle = true\n", NULL, " ");
    swap(b, "if held != 0 { idle = false }", NULL, " ");
    if (p->rounds > 1)
        swap(b, "var pass_number = 0\n", "loop {", "for pass_number in 0..%u {", p->rounds);
    else
        swap(b, "var pass_number = 0\n", "loop {", "let pass_number = 0");
    swap(b, "pass_number += 1\n", p->rounds > 1 ? "if idle { pause() }\n" : "\n}\n", " ");
}

static void swap_execute(struct body *b, const struct vyi_mega_settled *s)
{
    if (s->p.kind == VY_MEGA_JIT)
        swap(b, "    // + tasks\n", ", work)\n",
             "    let s, r = mega_op_%x(opcode, ring_buffer[args..args + MEGA_ARGS],\n"
             "                          control[own..own + SHARE])\n"
             "    let status, result = mega_checked(s, r)\n",
             s->p.payload->opcode);
    swap(b, ", work)", NULL, "%s%s)", s->table ? ", " : "", s->table ? s->table : "");
    if (s->p.self_loading)
        return;
    swap(b, "mega_claim_loading(control, ring_buffer, io_queue,", NULL,
         "mega_claim(control, ring_buffer,");
    swap(b, " else if opcode == MEGA_OP_LOAD_MISS {\n", "    }", " ");
}

/// Calls of handlers that are as wide as a workgroup.
static void add_wide(struct vyi_text *t, const vy_mega_params *p)
{
    for (size_t i = 0; i < p->handler_count; i++)
        if (p->handlers[i].width == VY_MEGA_WORKGROUP)
            vyi_text_printf(
                t,
                "        if opcode == 0x%x {\n"
                "            let s, r = mega_op_%x(ring_buffer[args..args + MEGA_ARGS],\n"
                "                                  control[own..own + SHARE])\n"
                "            wide_status = s\n"
                "            wide_result = r\n"
                "        }\n",
                p->handlers[i].opcode, p->handlers[i].opcode);
}

static void add_workspace(struct vyi_text *t, const vy_mega_workspace *w)
{
    const char *const parts[] = {w->bootstrap, w->guard, w->dispatch};
    static const char *const names[] = {"bootstrap", "guard", "dispatch"};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            vyi_text_printf(t, "    // %s of the workspace\n%s\n", names[i], parts[i]);
}

void vyi_mega_classic(struct vyi_text *t, const struct vyi_mega_settled *s)
{
    const vy_mega_params *p = &s->p;
    struct vyi_text wide = {.context = t->context}, workspace = {.context = t->context};
    struct body b = {.count = 0};
    add_head(t, p, &s->layout);
    add_wide(&wide, p);
    if (p->workspace)
        add_workspace(&workspace, p->workspace);
    swap_claim(&b, s);
    swap_passes(&b, p);
    swap_execute(&b, s);
    if (p->io_polling)
        swap(&b, "capabilities, arena,", NULL, "capabilities, %s,", p->workspace->name);
    else
        swap(&b, "mega_io_serve(", "\n", " ");
    if (wide.count)
        b.swaps[b.count++] = (struct vyi_mega_swap){"        // + handlers\n", NULL, wide.at};
    else
        swap(&b, "    // What every invocation", "    // + ended\n", " ");
    if (workspace.count)
        b.swaps[b.count++] = (struct vyi_mega_swap){"    // + workspace\n", NULL, workspace.at};
    vyi_mega_fill(t, strstr(vyi_mega_text("mega/classic.vy"), "// + body\n"), b.swaps, b.count);
    t->failed |= wide.failed || workspace.failed;
    vyi_text_free(&wide);
    vyi_text_free(&workspace);
}
