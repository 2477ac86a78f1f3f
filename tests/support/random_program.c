// Makes random programs and notes what they cover.
#include "support/random_program.h"

#include "support/files.h"
#include "support/rebuild.h"
#include "tools/conform/gen/random.h"

#include <stdio.h>
#include <stdlib.h>

vy_status random_program_parse(vy_context *context, uint64_t seed, vy_program **program)
{
    // Most are small; every twelfth, which the sweeps take, is tiny.
    static const uint32_t sizes[] = {1, 2, 2, 6, 0, 0, 0, 0, 0, 12, 30, 220};
    struct conform_params params = {.seed = seed, .statements = sizes[seed % 12]};
    params.hostile = seed / 12 % 8 == 7;
    if (params.hostile && !params.statements)
        params.statements = 8;
    params.focus = params.hostile ? CONFORM_ANYTHING : (enum conform_focus)(seed / 12 % 8 % 4);
    if (params.statements)
        params.focus = CONFORM_ANYTHING; // the others are long by themselves
    // The generator loses track of who leaves a block in one of some thousand long programs: the
    // verifier refuses it, and another one takes its place.
    vy_status status = VY_ERROR_PROGRAM;
    for (; status == VY_ERROR_PROGRAM; params.seed += (uint64_t)1 << 40) {
        char *text = conform_make(&params);
        vy_program_destroy(program);
        status = text ? vy_program_parse(context, vy_parse_params(.text = text), program)
                      : VY_ERROR_MEMORY;
        if (!status)
            status = vy_program_verify(*program);
        free(text);
    }
    if (status)
        vy_program_destroy(program);
    return status;
}

void random_program_arguments(struct random_program *made)
{
    const vy_program *p = made->program;
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        made->bound[i] = UINT64_MAX;
    for (uint32_t i = 0; i < p->buffers.count && i < RANDOM_MAX_BUFFERS; i++)
        if (!p->buffers.at[i].size[0].i)
            made->bound[i] =
                conform_open_bytes(p->buffers.at[i].name, (vy_type)p->buffers.at[i].elem);
    for (uint32_t i = 0; i < p->params.count && i < RANDOM_MAX_PARAMS; i++)
        made->params[i] = p->params.at[i].value;
}

vy_status random_program_make(vy_context *context, uint64_t seed, struct random_program *out)
{
    *out = (struct random_program){0};
    vy_status status = random_program_parse(context, seed, &out->program);
    if (status)
        return status;
    vy_program *parsed = out->program;
    random_program_arguments(out);
    status = rebuild_program(parsed, seed % 2, &out->program);
    vy_program_destroy(&parsed);
    return status;
}

vy_status random_program_load(vy_context *context, const char *name, struct random_program *out)
{
    char path[1024], under[256], what[64];
    struct bytes file;
    *out = (struct random_program){0};
    snprintf(under, sizeof under, "tests/corpus/built/%s", name);
    test_source_path(path, sizeof path, under);
    if (!test_file_read(path, &file))
        return VY_ERROR_IO;
    vy_status status = vy_program_parse(
        context, vy_parse_params(.text = (const char *)file.at, .size = file.count), &out->program);
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        out->bound[i] = UINT64_MAX;
    for (const char *at = (const char *)file.at; !status && (at = strstr(at, "\n// ")); at++) {
        unsigned long long number;
        if (sscanf(at, "\n// bound %63s %llu", what, &number) == 2)
            out->bound[vyi_buffer_find(out->program, what)] = number;
        else if (sscanf(at, "\n// param %63s %llx", what, &number) == 2)
            out->params[vyi_param_find(out->program, what)] = number;
    }
    free(file.at);
    return status;
}

// ---- coverage ----
static void cover_node(struct random_coverage *v, const vy_program *p, const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    uint8_t first = vyi_kids(p, n, &kids) ? vyi_at(p, kids[0])->type : 0;
    v->op_type[n->op][n->type]++;
    v->first[n->op][first]++;
    switch (n->op) {
    case VYI_OP_CAST: v->cast[first][n->type]++; break;
    case VYI_OP_REDUCE:
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: v->collective[n->op - VYI_OP_REDUCE][n->n][n->x][n->type]++; break;
    case VYI_OP_SCOPE_LOAD: v->scope[n->op][n->aux]++; break;
    case VYI_OP_ATOMIC_RMW: v->rmw[n->aux2]++; break;
    case VYI_OP_STORE: v->store_op[0][n->aux2]++; break;
    case VYI_OP_SET_ARRAY: v->store_op[1][n->n]++; break;
    case VYI_OP_ID: v->id[n->x / 4][n->x % 4]++; break;
    default: break;
    }
    if (info->flags & VYI_FLAG_COLLECTIVE && info->form != VYI_FORM_LIST && n->op != VYI_OP_WAIT)
        v->scope[n->op][n->n]++;
    if (n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS ||
        n->op == VYI_OP_ATOMIC_STORE)
        v->order[n->op][n->aux & 255][n->aux >> 8]++;
}

void random_coverage_add(struct random_coverage *v, const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        cover_node(v, p, &p->nodes.at[i]);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        v->role[b->role]++;
        v->elem[b->elem]++;
        v->atomic_role[b->role] += b->atomic;
        v->attribute[0] += b->has_binding;
        v->attribute[1] += b->align != 0;
        v->attribute[2] += b->count != 0;
        v->attribute[3] += b->has_range;
        v->attribute[4] += b->live;
        v->attribute[5] += b->cache != 0;
        v->attribute[6] += b->doc != NULL;
        v->open += !b->size[0].i;
    }
    v->gridless += !p->grid_rank;
    v->service += p->service;
    if (p->nodes.count > v->most_nodes)
        v->most_nodes = p->nodes.count;
    if (!v->fewest_nodes || p->nodes.count < v->fewest_nodes)
        v->fewest_nodes = p->nodes.count;
}
