// Bags of rows: the outputs that share a counter are the columns of one bag. Sorting and comparing
// joint rows, and naming one of them, for all that compare counted outputs.
#include "ir/sem.h"
#include "run/run.h"

#include <stdlib.h>

// ---- order ----
/// An element as a number that orders like its value: NaN last, -0 before +0.
static uint64_t order_of(uint8_t elem, const char *at)
{
    const uint64_t half = UINT64_C(1) << 31, top = UINT64_C(1) << 63;
    uint64_t v = vyi_sem_load(elem, at);
    switch (vyi_type_value(elem)) {
    case VY_TYPE_I32: return v ^ half;
    case VY_TYPE_I64: return v ^ top;
    case VY_TYPE_F32: return v & half ? ~v & UINT32_MAX : v | half;
    case VY_TYPE_F64: return v & top ? ~v : v | top;
    default: return v;
    }
}

/// By values. Bytes decide between values that are equal (NaNs, the bools that are true), so that
/// equal bags become equal bytes.
static int compare_cells(const vy_column *x, uint64_t row, const vy_column *y, uint64_t other)
{
    uint8_t elem = (uint8_t)x->elem;
    size_t step = vyi_type_bytes(elem), bytes = x->width * step;
    const char *a = (const char *)x->memory + row * bytes,
               *b = (const char *)y->memory + other * bytes;
    for (size_t at = 0; at < bytes; at += step) {
        uint64_t one = order_of(elem, a + at), two = order_of(elem, b + at);
        if (one != two)
            return one < two ? -1 : 1;
    }
    return bytes ? memcmp(a, b, bytes) : 0;
}

static int compare_rows(const vy_column *x, uint64_t row, const vy_column *y, uint64_t other,
                        size_t count)
{
    int order = 0;
    for (size_t c = 0; c < count && !order; c++)
        order = compare_cells(&x[c], row, &y[c], other);
    return order;
}

// ---- sorting ----
/// Columns, for comparing numbers of their rows.
struct rows {
    const vy_column *columns;
    size_t count;
};

static int by_rows(const void *a, const void *b, void *user)
{
    const struct rows *r = user;
    return compare_rows(r->columns, *(const uint64_t *)a, r->columns, *(const uint64_t *)b,
                        r->count);
}

/// Brings the rows of a column into an order; `spare` has room for all of them.
static void place_rows(const vy_column *column, const uint64_t *order, uint64_t rows, char *spare)
{
    size_t bytes = column->width * vyi_type_bytes((uint8_t)column->elem);
    for (uint64_t r = 0; r < rows && bytes; r++)
        memcpy(spare + r * bytes, (const char *)column->memory + order[r] * bytes, bytes);
    if (rows && bytes)
        memcpy(column->memory, spare, rows * bytes);
}

vy_status vy_rows_sort(vy_context *context, const vy_column *columns, size_t count, uint64_t rows)
{
    uint64_t widest = 0, bytes = 0;
    if (!context || (count && !columns))
        return VY_ERROR_ARGUMENT;
    for (size_t c = 0; c < count; c++) {
        uint64_t step = vyi_type_bytes((uint8_t)columns[c].elem), all;
        if (!step || !vyi_mul(columns[c].width, step, &all) || !vyi_mul(all, rows, &all) ||
            (all && !columns[c].memory))
            return VY_ERROR_ARGUMENT;
        widest = all > widest ? all : widest;
    }
    if (rows < 2 || !widest)
        return VY_OK;
    if (!vyi_mul(rows, sizeof(uint64_t), &bytes) || !vyi_add(bytes, widest, &bytes) ||
        bytes > SIZE_MAX)
        return VY_ERROR_MEMORY;
    uint64_t *order = vyi_realloc(context, NULL, 0, (size_t)bytes);
    if (!order)
        return VY_ERROR_MEMORY;
    for (uint64_t r = 0; r < rows; r++)
        order[r] = r;
    qsort_r(order, (size_t)rows, sizeof *order, by_rows, &(struct rows){columns, count});
    for (size_t c = 0; c < count; c++)
        place_rows(&columns[c], order, rows, (char *)(order + rows));
    vyi_free(context, order, (size_t)bytes);
    return VY_OK;
}

vy_status vyi_rows_sort(vy_context *context, vy_column *columns, uint64_t *kept, size_t count)
{
    vy_status status = VY_OK;
    while (!status && count) {
        uint64_t least = UINT64_MAX;
        size_t left = 0;
        for (size_t c = 0; c < count; c++)
            least = kept[c] < least ? kept[c] : least;
        status = vy_rows_sort(context, columns, count, least);
        for (size_t c = 0; c < count; c++) {
            if (kept[c] == least)
                continue;
            columns[left] = columns[c];
            columns[left].memory =
                (char *)columns[c].memory +
                least * columns[c].width * vyi_type_bytes((uint8_t)columns[c].elem);
            kept[left++] = kept[c] - least;
        }
        count = left;
    }
    return status;
}

uint32_t vyi_rows_first(const vy_program *p, uint32_t counter)
{
    uint32_t i = counter + 1;
    while (i < p->buffers.count && p->buffers.at[i].count != counter + 1)
        i++;
    return i;
}

// ---- comparing ----
/// How often the row of a bag comes in a sorted one, from `start` on and just before it.
static uint64_t times(const vy_column *row_of, uint64_t row, const vy_column *in, uint64_t rows,
                      uint64_t start, size_t count)
{
    uint64_t from = start, to = start;
    while (from && !compare_rows(row_of, row, in, from - 1, count))
        from--;
    while (to < rows && !compare_rows(row_of, row, in, to, count))
        to++;
    return to - from;
}

bool vy_rows_differ(const vy_column *first, uint64_t first_rows, const vy_column *second,
                    uint64_t second_rows, size_t count, vy_rows_difference *difference)
{
    uint64_t row = 0;
    int order = 0;
    count = first && second ? count : 0;
    while (row < first_rows && row < second_rows &&
           !(order = compare_rows(first, row, second, row, count)))
        row++;
    if (row == first_rows && row == second_rows)
        return false;
    bool in_second = order ? order > 0 : row == first_rows;
    const vy_column *of = in_second ? second : first;
    if (difference) {
        difference->row = row;
        difference->in_second = in_second;
        difference->times[0] = times(of, row, first, first_rows, row, count);
        difference->times[1] = times(of, row, second, second_rows, row, count);
    }
    return true;
}

// ---- words ----
void vyi_rows_value(uint8_t elem, const void *at, struct vyi_text *t)
{
    uint8_t type = vyi_type_value(elem);
    uint64_t bits = vyi_sem_load(elem, at);
    float f;
    double d;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    switch (type) {
    case VY_TYPE_I32: vyi_text_printf(t, "%d", (int)(int32_t)(uint32_t)bits); break;
    case VY_TYPE_I64: vyi_text_printf(t, "%lld", (long long)bits); break;
    case VY_TYPE_F32: vyi_text_printf(t, "%.9g", (double)f); break;
    case VY_TYPE_F64: vyi_text_printf(t, "%.17g", d); break;
    case VY_TYPE_BOOL: vyi_text_printf(t, "%s", bits ? "true" : "false"); break;
    default: vyi_text_printf(t, "%llu", ULL(bits));
    }
}

static void cell_text(const vy_column *c, uint64_t row, bool named, struct vyi_text *t)
{
    enum { MOST = 8 };
    uint8_t elem = (uint8_t)c->elem;
    size_t step = vyi_type_bytes(elem);
    const char *at = (const char *)c->memory + row * c->width * step;
    if (named)
        vyi_text_printf(t, c->width == 1 ? "%s=" : "%s=(", c->name ? c->name : "?");
    for (uint64_t e = 0; e < c->width && e < MOST; e++) {
        vyi_text_printf(t, e ? ", " : "");
        vyi_rows_value(elem, at + e * step, t);
    }
    vyi_text_printf(t, "%s%s", c->width > MOST ? ", …" : "", named && c->width != 1 ? ")" : "");
}

void vyi_rows_text(const vy_column *columns, size_t count, uint64_t row, struct vyi_text *t)
{
    vyi_text_printf(t, "row (");
    for (size_t c = 0; c < count; c++) {
        vyi_text_printf(t, c ? ", " : "");
        cell_text(&columns[c], row, count > 1, t);
    }
    vyi_text_printf(t, ")");
}

vy_status vy_rows_text(vy_context *context, const vy_column *columns, size_t count, uint64_t row,
                       char *text, size_t size)
{
    struct vyi_text t = {.context = context};
    if (!context || !columns || !text || !size)
        return VY_ERROR_ARGUMENT;
    vyi_rows_text(columns, count, row, &t);
    vy_status status = t.failed ? VY_ERROR_MEMORY : VY_OK;
    size_t length = t.failed ? 0 : t.count < size ? t.count : size - 1;
    if (length)
        memcpy(text, t.at, length);
    text[length] = 0;
    vyi_text_free(&t);
    return status;
}

// ---- rows that are lost ----
void vyi_rows_lost(struct vyi_report *report, const vy_program *p, uint32_t buffer, uint64_t found,
                   uint64_t kept)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    const struct vyi_node *size = b->size[0].i ? vyi_at(p, b->size[0]) : NULL;
    struct vyi_text t = {.context = p->context}, fix = {.context = p->context};
    unsigned long long n = found;
    vyi_launch_buffer_text(p, buffer, &t);
    if (size && size->op == VYI_OP_PARAM)
        vyi_text_printf(&fix, "set param '%s' to at least %llu ('--set %s=%llu')",
                        p->params.at[size->x].name, n, p->params.at[size->x].name, n);
    else if (!size)
        vyi_text_printf(&fix, "bind at least %llu rows to it", n);
    else
        vyi_text_printf(&fix, "give it a size of at least %llu rows", n);
    if (!t.failed && !fix.failed)
        vyi_report(report, b->pos, 0, VYI_DIAG(LOST_ROWS), n, n == 1 ? "" : "s", ULL(kept), t.at,
                   fix.at);
    vyi_text_free(&fix);
    vyi_text_free(&t);
}
