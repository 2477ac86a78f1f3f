// The slots that chunks in flight are in: memory that reads land in and that the device uses, or
// is sent from, and memory for outputs.
#include "stream/stream.h"

static uint64_t pages(uint64_t bytes)
{
    return (bytes + VYI_STREAM_PAGE - 1) / VYI_STREAM_PAGE * VYI_STREAM_PAGE;
}

/// The arguments of all chunks, with room for those of one.
static vy_arg *make_args(struct vyi_stream *s)
{
    size_t room = s->args.count + s->buffer_count + 3;
    vy_arg *args = vyi_calloc(s->context, room, sizeof *args);
    if (args && s->args.count)
        memcpy(args, s->args.at, s->args.count * sizeof *args);
    return args;
}

static void free_args(struct vyi_stream *s, vy_arg *args)
{
    vyi_free(s->context, args, (s->args.count + s->buffer_count + 3) * sizeof *args);
}

static vy_arg number_arg(const char *name, vy_type type, uint64_t number)
{
    return type == VY_TYPE_U32 ? vy_arg_u32(name, (uint32_t)number) : vy_arg_u64(name, number);
}

/// Adds base and seen, and the end.
static void end_args(const struct vyi_stream *s, vy_arg *to, uint64_t base, uint64_t seen)
{
    if (s->base_type)
        *to++ = number_arg(s->params.base, s->base_type, base);
    if (s->seen_type)
        *to++ = number_arg(s->params.seen, s->seen_type, seen);
    *to = vy_arg_end();
}

/// Arguments to ask for sizes with, where each input has so many elements.
static vy_arg *size_args(struct vyi_stream *s, uint64_t elements)
{
    vy_arg *args = make_args(s);
    for (uint32_t i = 0; i < s->inputs.count && args; i++)
        args[s->args.count + i] =
            vy_arg_in(s->inputs.at[i].name, elements ? s->slots[0].lanes[i].fresh : "",
                      elements * s->inputs.at[i].row);
    if (args)
        end_args(s, args + s->args.count + s->inputs.count, 0, 0);
    return args;
}

static vy_status row_of(struct vyi_stream *s, const vy_arg *args, struct vyi_input *in)
{
    vy_buffer_info info;
    uint64_t sizes[8];
    uint32_t rank;
    vy_status status = vy_pipeline_buffer_sizes(s->pipeline, args, in->name, sizes, &rank);
    if (!status)
        status = vy_program_buffer(s->program, in->buffer, &info);
    if (status)
        return status;
    in->row = vy_type_bytes(info.elem);
    for (uint32_t k = 1; k < rank; k++)
        in->row *= sizes[k];
    if (in->row)
        return VY_OK;
    return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_SOURCE), in->name,
                      "its elements have no bytes", "give its other axes a size");
}

vy_status vyi_stream_rows(struct vyi_stream *s)
{
    vy_arg *args = size_args(s, 0);
    vy_status status = args ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->inputs.count && !status; i++)
        status = row_of(s, args, &s->inputs.at[i]);
    free_args(s, args);
    return status;
}

/// A chunk of new elements. A multiple of a page's bytes in elements is whole pages of every input.
static void choose_chunk(struct vyi_stream *s)
{
    uint64_t row = s->inputs.at[0].row, asked = s->params.chunk_bytes;
    uint64_t bytes = asked ? asked : (uint64_t)(s->in_place ? 32 : 16) << 20;
    s->chunk = (bytes + row - 1) / row;
    if (s->chunk >= 4 * VYI_STREAM_PAGE)
        s->chunk = pages(s->chunk);
}

static vy_status make_lane(struct vyi_stream *s, const struct vyi_input *in, struct vyi_lane *lane)
{
    vy_device *device = s->pipeline->device;
    uint64_t bytes = in->lead + pages(s->chunk * in->row);
    vy_status status = VY_OK;
    void *memory = NULL;
    if (!s->in_place) {
        status = vy_buffer_create(
            device, vy_buffer_params(.bytes = (s->chunk + s->params.overlap) * in->row),
            &lane->resident);
        if (!status && device->fns->mapped_create &&
            !vy_buffer_create(device, vy_buffer_params(.bytes = bytes, .mapped = true),
                              &lane->mapped))
            status = vy_buffer_map(lane->mapped, &memory);
    }
    if (!status && !lane->mapped) {
        lane->size = (size_t)bytes + VYI_STREAM_PAGE;
        lane->memory = vyi_realloc(s->context, NULL, 0, lane->size);
        if (lane->memory)
            vyi_large_pages(lane->memory, lane->size);
        memory = lane->memory ? (void *)pages((uint64_t)(uintptr_t)lane->memory) : NULL;
    }
    if (!status && !memory)
        return VY_ERROR_MEMORY;
    lane->own = lane->fresh = (char *)memory + in->lead;
    return status;
}

static vy_status make_slot(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    vy_status status = VY_OK;
    slot->lanes = vyi_calloc(s->context, s->inputs.count, sizeof *slot->lanes);
    slot->outs = vyi_calloc(s->context, s->buffer_count, sizeof *slot->outs);
    slot->counts = vyi_calloc(s->context, s->count_count + 1, sizeof *slot->counts);
    if (!slot->lanes || !slot->outs || !slot->counts)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->inputs.count && !status; i++)
        status = make_lane(s, &s->inputs.at[i], &slot->lanes[i]);
    return status;
}

static vy_status count_memory(struct vyi_stream *s, uint64_t of_a_slot)
{
    s->stats.memory_bytes += of_a_slot * s->slot_count;
    if (s->params.max_memory && s->stats.memory_bytes > s->params.max_memory)
        return vyi_refuse(s->context, VY_ERROR_LIMIT, VYI_DIAG(STREAM_MEMORY), s->slot_count,
                          (unsigned long long)s->stats.memory_bytes,
                          (unsigned long long)s->params.max_memory);
    return VY_OK;
}

/// Bytes of what is read.
static vy_status check_memory(struct vyi_stream *s)
{
    uint64_t each = 0;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const struct vyi_input *in = &s->inputs.at[i];
        each += in->lead + pages(s->chunk * in->row) + VYI_STREAM_PAGE;
        each += s->in_place ? 0 : (s->chunk + s->params.overlap) * in->row;
    }
    return count_memory(s, each);
}

vy_status vyi_stream_slots_create(struct vyi_stream *s)
{
    vy_status status;
    choose_chunk(s);
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        uint64_t lead, all;
        if (!vyi_mul(s->params.overlap, in->row, &lead) || !vyi_mul(s->chunk, in->row, &all) ||
            lead > UINT64_MAX / 256 || all > UINT64_MAX / 256)
            return VY_ERROR_MEMORY;
        in->lead = pages(lead);
    }
    s->slot_count = s->params.slots ? s->params.slots : s->in_place ? 8 : 6;
    s->stats.slots = s->slot_count;
    s->stats.chunk_elements = s->chunk;
    if ((status = check_memory(s)))
        return status;
    s->slots = vyi_calloc(s->context, s->slot_count, sizeof *s->slots);
    if (!s->slots)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->slot_count && !status; i++)
        status = make_slot(s, &s->slots[i]);
    vy_arg *args = status ? NULL : size_args(s, s->chunk);
    uint32_t count = s->args.count;
    if (!status)
        status = args ? vyi_stream_states(s, args) : VY_ERROR_MEMORY;
    vyi_free(s->context, args, (count + s->buffer_count + 3) * sizeof *args);
    return status;
}

static void free_output(struct vyi_stream *s, struct vyi_slot_out *out)
{
    if (out->grows)
        vy_memory_free(s->context, out->memory);
    else if (!out->mapped)
        vyi_free(s->context, out->memory, out->room);
    vy_buffer_destroy(&out->mapped);
    out->memory = NULL, out->room = 0;
}

void vyi_stream_slots_free(struct vyi_stream *s)
{
    for (uint32_t i = 0; s->slots && i < s->slot_count; i++) {
        struct vyi_stream_slot *slot = &s->slots[i];
        for (uint32_t k = 0; slot->lanes && k < s->inputs.count; k++) {
            vyi_free(s->context, slot->lanes[k].memory, slot->lanes[k].size);
            vy_buffer_destroy(&slot->lanes[k].mapped);
            vy_buffer_destroy(&slot->lanes[k].resident);
        }
        for (uint32_t k = 0; slot->outs && k < s->buffer_count; k++)
            free_output(s, &slot->outs[k]);
        vyi_free(s->context, slot->lanes, s->inputs.count * sizeof *slot->lanes);
        vyi_free(s->context, slot->outs, s->buffer_count * sizeof *slot->outs);
        vyi_free(s->context, slot->counts, (s->count_count + 1) * sizeof *slot->counts);
        if (slot->args)
            free_args(s, slot->args);
    }
    vyi_free(s->context, s->slots, s->slot_count * sizeof *s->slots);
}

// ---- arguments of a chunk ----
/// Memory that the device writes to by itself, where it has such memory, and neither little nor too
/// much is needed: an output with room for every element may be far larger than what is found.
static vy_status make_output(struct vyi_stream *s, struct vyi_slot_out *out)
{
    enum { LEAST_PINNED = 1 << 20, MOST_PINNED = 64 << 20 };
    vy_device *device = s->pipeline->device;
    free_output(s, out);
    out->room = out->bytes ? out->bytes : 1;
    if (device->fns->send && out->room >= LEAST_PINNED && out->room <= MOST_PINNED &&
        !vy_buffer_create(device, vy_buffer_params(.bytes = out->room, .mapped = true),
                          &out->mapped))
        return vy_buffer_map(out->mapped, &out->memory);
    out->memory = vyi_calloc(s->context, 1, out->room);
    if (!out->memory)
        out->room = 0;
    return out->memory ? VY_OK : VY_ERROR_MEMORY;
}

/// Memory for the outputs of a chunk with so many elements.
static vy_status size_outputs(struct vyi_stream *s, struct vyi_stream_slot *slot, uint64_t all)
{
    vy_extent *extents;
    vy_buffer_info info;
    vy_status status = VY_OK;
    if (slot->sized == all)
        return VY_OK;
    extents = vyi_calloc(s->context, s->buffer_count, sizeof *extents);
    status = extents ? vy_pipeline_extents(s->pipeline, slot->args, extents, s->buffer_count)
                     : VY_ERROR_MEMORY;
    for (size_t i = 0; i < s->buffer_count && !status; i++) {
        struct vyi_slot_out *out = &slot->outs[i];
        if ((status = vy_program_buffer(s->program, i, &info)) || info.role != VY_ROLE_OUT)
            continue;
        out->bytes = extents[i].bytes;
        out->row = extents[i].size[0] ? extents[i].bytes / extents[i].size[0] : 0;
        out->grows = info.open;
        if (out->grows)
            continue;
        if (out->bytes <= out->room && out->memory)
            continue;
        status = make_output(s, out);
    }
    vyi_free(s->context, extents, s->buffer_count * sizeof *extents);
    slot->sized = status ? 0 : all;
    return status;
}

vy_status vyi_stream_slot_args(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    uint64_t all = slot->before + slot->elements;
    vy_status status = VY_OK;
    if (!slot->args && !(slot->args = make_args(s)))
        return VY_ERROR_MEMORY;
    vy_arg *to = slot->args + s->args.count;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const struct vyi_input *in = &s->inputs.at[i];
        const struct vyi_lane *lane = &slot->lanes[i];
        *to++ = s->in_place
                    ? vy_arg_in(in->name, lane->fresh - slot->before * in->row, all * in->row)
                    : vy_arg_buffer_range(in->name, lane->resident, 0, all * in->row);
    }
    end_args(s, to, slot->chunk * s->chunk - slot->before, slot->before);
    if ((status = size_outputs(s, slot, all)))
        return status;
    for (size_t i = 0; i < s->buffer_count; i++) {
        vy_buffer_info info;
        struct vyi_slot_out *out = &slot->outs[i];
        if ((!out->memory && !out->grows) || vy_program_buffer(s->program, i, &info))
            continue;
        if (out->grows) {
            free_output(s, out);
            *to++ = vy_arg_out_alloc(info.name, &out->memory, &out->bytes);
            continue;
        }
        *to++ = vy_arg_out(info.name, out->memory, out->bytes);
    }
    end_args(s, to, slot->chunk * s->chunk - slot->before, slot->before);
    return status;
}

vy_status vyi_stream_check_outputs(struct vyi_stream *s)
{
    struct vyi_stream_slot *slot = &s->slots[0];
    uint64_t most = s->chunk + s->params.overlap, each = 0;
    slot->elements = s->positioned && s->total < most ? s->total : most;
    vy_status status = vyi_stream_slot_args(s, slot);
    for (size_t i = 0; i < s->buffer_count; i++)
        each += slot->outs[i].bytes;
    return status ? status : count_memory(s, each);
}
