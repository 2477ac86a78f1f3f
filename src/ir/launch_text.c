// Launch expressions and buffer declarations as the short text that messages and `info` show.
#include "ir/launch.h"
#include "ir/print.h"

void vyi_launch_text(const vy_program *p, vyi_ref r, struct vyi_text *t)
{
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, t)) {
        pr.launch = true;
        vyi_print_expr(&pr, r, VYI_BINDS_SELECT, VYI_WANT_TAKEN);
    }
    vyi_printer_end(&pr);
}

void vyi_launch_sizes_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, t))
        vyi_print_sizes(&pr, &p->buffers.at[buffer]);
    vyi_printer_end(&pr);
}

void vyi_launch_buffer_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    vyi_text_printf(t, "'%s' (%s %s%s", b->name, vyi_role_info(b->role)->spelling,
                    b->atomic ? "atomic " : "", vyi_type_name(b->elem));
    vyi_launch_sizes_text(p, buffer, t);
    if (b->doc && *b->doc)
        vyi_text_printf(t, "; %s", b->doc);
    vyi_text_append(t, ")", 1);
    if (t->failed) { // callers return at once
        vyi_text_free(t);
        t->failed = true;
    }
}
