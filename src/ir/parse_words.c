// How the words and signs of other languages are written here.
#include "ir/parse.h"

#include <stdio.h>

/// An empty `ours`: not there until it is exact on every device.
static const struct foreign foreigns[] = {
    {"threadIdx", "CUDA's", "lid"},
    {"blockIdx", "CUDA's", "wid"},
    {"blockDim", "CUDA's", "workgroup_size"},
    {"gridDim", "CUDA's", "workgroups"},
    {"warpSize", "CUDA's", "32"},
    {"__syncthreads", "CUDA's", "barrier workgroup"},
    {"__syncwarp", "CUDA's",
     "nothing: the lanes of a subgroup need no barrier between collectives"},
    {"__threadfence", "CUDA's", "an ordering, as in atomic_store(b[i], v, release)"},
    {"__shared__", "CUDA's", "shared name: u32[256], among the declarations"},
    {"__global__", "CUDA's", "program name, with the statements at the top level"},
    {"__device__", "CUDA's", "fn"},
    {"__constant__", "CUDA's", "const name: u32[4] = [1, 2, 3, 4]"},
    {"__ldg", "CUDA's", "b[i] of an 'in' buffer"},
    {"__popc", "CUDA's", "popcount(x)"},
    {"__popcll", "CUDA's", "popcount(x)"},
    {"__clz", "CUDA's", "clz(x)"},
    {"__clzll", "CUDA's", "clz(x)"},
    {"__ffs", "CUDA's", "(x == 0 ? 0 : ctz(x) + 1)"},
    {"__brev", "CUDA's", "reverse(x)"},
    {"__umulhi", "CUDA's", "mulhi(x, y)"},
    {"__mulhi", "CUDA's", "mulhi(x, y)"},
    {"__float_as_uint", "CUDA's", "bits(x)"},
    {"__uint_as_float", "CUDA's", "unbits(x)"},
    {"__ballot_sync", "CUDA's", "subgroup_ballot(c)"},
    {"__any_sync", "CUDA's", "subgroup_any(c)"},
    {"__all_sync", "CUDA's", "subgroup_all(c)"},
    {"__shfl_sync", "CUDA's", "subgroup_shuffle(x, lane)"},
    {"__shfl_xor_sync", "CUDA's", "subgroup_shuffle(x, lane ^ n)"},
    {"__shfl_down_sync", "CUDA's", "subgroup_shuffle(x, lane + n)"},
    {"__shfl_up_sync", "CUDA's", "subgroup_shuffle(x, lane - n)"},
    {"__reduce_add_sync", "CUDA's", "subgroup_add(x)"},
    {"atomicAdd", "CUDA's", "atomic_add(b[i], v)"},
    {"atomicSub", "CUDA's", "atomic_sub(b[i], v)"},
    {"atomicMin", "CUDA's", "atomic_min(b[i], v)"},
    {"atomicMax", "CUDA's", "atomic_max(b[i], v)"},
    {"atomicAnd", "CUDA's", "atomic_and(b[i], v)"},
    {"atomicOr", "CUDA's", "atomic_or(b[i], v)"},
    {"atomicXor", "CUDA's", "atomic_xor(b[i], v)"},
    {"atomicExch", "CUDA's", "atomic_exchange(b[i], v)"},
    {"atomicCAS", "CUDA's", "atomic_compare_exchange(b[i], expected, v)"},
    {"atomicLoad", "WGSL's", "atomic_load(b[i])"},
    {"atomicStore", "WGSL's", "atomic_store(b[i], v)"},
    {"atomicExchange", "WGSL's", "atomic_exchange(b[i], v)"},
    {"atomicCompareExchangeWeak", "WGSL's", "atomic_compare_exchange(b[i], expected, v)"},
    {"atomic_inc", "OpenCL's", "atomic_add(b[i], 1)"},
    {"atomic_cmpxchg", "OpenCL's", "atomic_compare_exchange(b[i], expected, v)"},
    {"atomic_xchg", "OpenCL's", "atomic_exchange(b[i], v)"},
    {"get_global_id", "OpenCL's", "gid.x"},
    {"get_local_id", "OpenCL's", "lid.x"},
    {"get_group_id", "OpenCL's", "wid.x"},
    {"get_global_size", "OpenCL's", "grid_size.x"},
    {"get_local_size", "OpenCL's", "workgroup_size.x"},
    {"get_num_groups", "OpenCL's", "workgroups.x"},
    {"work_group_barrier", "OpenCL's", "barrier workgroup"},
    {"sub_group_reduce_add", "OpenCL's", "subgroup_add(x)"},
    {"work_group_reduce_add", "OpenCL's", "workgroup_add(x)"},
    {"work_group_scan_exclusive_add", "OpenCL's", "workgroup_scan_add(x)"},
    {"work_group_scan_inclusive_add", "OpenCL's", "workgroup_iscan_add(x)"},
    {"as_uint", "OpenCL's", "bits(x)"},
    {"as_float", "OpenCL's", "unbits(x)"},
    {"__kernel", "OpenCL's", "program name, with the statements at the top level"},
    {"kernel", "OpenCL's", "program name, with the statements at the top level"},
    {"__global", "OpenCL's", "in, out or inout, among the declarations"},
    {"__local", "OpenCL's", "shared name: u32[256], among the declarations"},
    {"global_invocation_id", "WGSL's", "gid"},
    {"local_invocation_id", "WGSL's", "lid"},
    {"workgroup_id", "WGSL's", "wid"},
    {"num_workgroups", "WGSL's", "workgroups"},
    {"local_invocation_index", "WGSL's",
     "lid.x, or (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x"},
    {"gl_GlobalInvocationID", "GLSL's", "gid"},
    {"gl_LocalInvocationID", "GLSL's", "lid"},
    {"gl_WorkGroupID", "GLSL's", "wid"},
    {"gl_WorkGroupSize", "GLSL's", "workgroup_size"},
    {"gl_NumWorkGroups", "GLSL's", "workgroups"},
    {"workgroupBarrier", "WGSL's", "barrier workgroup"},
    {"storageBarrier", "WGSL's", "barrier workgroup"},
    {"barrier", "OpenCL's", "barrier workgroup"},
    {"arrayLength", "WGSL's", "len(b)"},
    {"countOneBits", "WGSL's", "popcount(x)"},
    {"countLeadingZeros", "WGSL's", "clz(x)"},
    {"countTrailingZeros", "WGSL's", "ctz(x)"},
    {"reverseBits", "WGSL's", "reverse(x)"},
    {"bitcast", "WGSL's", "bits(x) or unbits(x)"},
    {"select", "WGSL's", "c ? x : y"},
    {"float", "C's", "f32"},
    {"double", "C's", "f64"},
    {"half", "CUDA's", "f32"},
    {"int", "C's", "i32"},
    {"unsigned", "C's", "u32"},
    {"signed", "C's", "i32"},
    {"uint", "C's", "u32"},
    {"short", "C's", "i32 (i16 in buffers)"},
    {"ushort", "C's", "u32 (u16 in buffers)"},
    {"char", "C's", "u32 (u8 in buffers)"},
    {"uchar", "C's", "u32 (u8 in buffers)"},
    {"long", "C's", "i64"},
    {"ulong", "C's", "u64"},
    {"size_t", "C's", "u32, or u64"},
    {"int8_t", "C's", "i32 (i8 in buffers)"},
    {"int16_t", "C's", "i32 (i16 in buffers)"},
    {"int32_t", "C's", "i32"},
    {"int64_t", "C's", "i64"},
    {"uint8_t", "C's", "u32 (u8 in buffers)"},
    {"uint16_t", "C's", "u32 (u16 in buffers)"},
    {"uint32_t", "C's", "u32"},
    {"uint64_t", "C's", "u64"},
    {"f16", "Rust's", "f32"},
    {"usize", "Rust's", "u32, or u64"},
    {"isize", "Rust's", "i32, or i64"},
    {"void", "C's", "nothing: a function without '->' gives no value"},
    {"auto", "C++'s", "let"},
    {"mut", "Rust's", "var"},
    {"function", "JavaScript's", "fn"},
    {"def", "Python's", "fn"},
    {"elif", "Python's", "else if"},
    {"and", "Python's", "&&"},
    {"or", "Python's", "||"},
    {"not", "Python's", "!"},
    {"True", "Python's", "true"},
    {"False", "Python's", "false"},
    {"range", "Python's", "a..b, as in for i in 0..n"},
    {"import", "Python's", "use \"path.vy\""},
    {"include", "C's", "use \"path.vy\""},
    {"printf", "C's", "print \"text {}\", x"},
    {"println", "Rust's", "print \"text {}\", x"},
    {"sizeof", "C's", "len(b), which counts elements"},
    {"static_assert", "C's", "assert c, \"text\""},
    {"do", "C's", "loop { … if !c { break } }"},
    {"switch", "C's", "an else-if chain on one value"},
    {"match", "Rust's", "an else-if chain on one value"},
    {"case", "C's", "an else-if chain on one value"},
    {"goto", "C's", "block NAME { … leave NAME … }"},
    {"union", "C's", "bits(x) and unbits(x)"},
    {"enum", "C's", "one const for each name"},
    {"struct", "C's", "one buffer for each field, or a row: b[i, k]"},
    {"typedef", "C's", "nothing: types are u32 i32 u64 i64 f32 f64 bool"},
    {"static", "C's", "const, or scratch among the declarations"},
    {"volatile", "C's", "atomic, on the buffer"},
    {"NULL", "C's", "0"},
    {"INFINITY", "C's", "inf"},
    {"NAN", "C's", "nan"},
    {"UINT_MAX", "C's", "0xFFFF_FFFF"},
    {"UINT32_MAX", "C's", "0xFFFF_FFFF"},
    {"INT_MAX", "C's", "0x7FFF_FFFF"},
    {"fminf", "C's", "min(x, y)"},
    {"fmaxf", "C's", "max(x, y)"},
    {"fmin", "C's", "min(x, y)"},
    {"fmax", "C's", "max(x, y)"},
    {"fabs", "C's", "abs(x)"},
    {"fabsf", "C's", "abs(x)"},
    {"fmaf", "C's", "fma(x, y, z)"},
    {"sqrtf", "C's", "sqrt(x)"},
    {"floorf", "C's", "floor(x)"},
    {"ceilf", "C's", "ceil(x)"},
    {"rint", "C's", "round(x)"},
    {"rsqrt", "CUDA's", "1.0 / sqrt(x)"},
    {"malloc", "C's", "scratch name: u32[n], among the declarations"},
    {"length", "other languages'", "len(b)"},
    {"size", "other languages'", "len(b)"},
    {"sin", "", ""},
    {"cos", "", ""},
    {"tan", "", ""},
    {"asin", "", ""},
    {"acos", "", ""},
    {"atan", "", ""},
    {"atan2", "", ""},
    {"sinh", "", ""},
    {"cosh", "", ""},
    {"tanh", "", ""},
    {"exp", "", ""},
    {"exp2", "", ""},
    {"log", "", ""},
    {"log2", "", ""},
    {"log10", "", ""},
    {"pow", "", ""},
    {"sinf", "", ""},
    {"cosf", "", ""},
    {"expf", "", ""},
    {"logf", "", ""},
    {"powf", "", ""},
};

uint8_t vyi_parse_foreign_type(const struct foreign *f)
{
    size_t length = strcspn(f->ours, " ,"); // "u32 (u8 in buffers)", "u32, or u64"
    return vyi_type_find(f->ours, length);
}

const struct foreign *vyi_parse_foreign(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof foreigns / sizeof *foreigns; i++)
        if (strlen(foreigns[i].theirs) == length && !memcmp(foreigns[i].theirs, text, length))
            return &foreigns[i];
    return NULL;
}

// ---- signs of C ----
/// ++x or --x on a line of its own, which would otherwise go on with the line before.
bool vyi_parse_is_increment(struct parser *s)
{
    const struct vyi_token *t = tok(s), *first = t - (s->t > 0), *name_of = tok_at(s, 1);
    if (first->kind != t->kind || first->at + 1 != t->at || !(first->flags & VYI_TOKEN_LINE) ||
        name_of->kind != VYI_TOKEN_NAME)
        return false;
    bool plus = t->kind == VYI_TOKEN_ADD;
    char place[48];
    vyi_parse_place(s, name_of, place);
    FAIL_SHAPE(s, pos_of(s, first), 2, VYI_DIAG(INCREMENT), plus ? "++" : "--", place,
               plus ? "+=" : "-=");
    return true;
}

/// x++ or x-- inside an expression, met at the second sign or right behind it.
static bool is_counted(struct parser *s)
{
    const struct vyi_token *first = s->lex->tokens.at, *t = tok(s), *last = t;
    if (t->kind != VYI_TOKEN_ADD && s->t)
        last = t - 1;
    if (last < first + 2 || (last->kind != VYI_TOKEN_ADD && last->kind != VYI_TOKEN_SUB) ||
        last[-1].kind != last->kind || last[-1].at + 1 != last->at)
        return false;
    const struct vyi_token *name_of = last - 2;
    if (name_of->kind == VYI_TOKEN_CLOSE_INDEX) { // back over the indices
        uint32_t open = 0;
        for (; name_of > first; name_of--) {
            open += name_of->kind == VYI_TOKEN_CLOSE_INDEX;
            open -= name_of->kind == VYI_TOKEN_OPEN_INDEX;
            if (!open)
                break;
        }
        name_of -= name_of > first;
    }
    if (name_of->kind != VYI_TOKEN_NAME)
        return false;
    bool plus = last->kind == VYI_TOKEN_ADD;
    char place[48];
    vyi_parse_place(s, name_of, place);
    FAIL_SHAPE(s, pos_of(s, last - 1), 2, VYI_DIAG(INCREMENT), plus ? "++" : "--", place,
               plus ? "+=" : "-=");
    return true;
}

/// Whether other languages ask for the number of elements so.
static bool means_length(const char *field)
{
    static const char *const names[] = {"count", "length", "numel", "shape", "size"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(field, names[i]))
            return true;
    return false;
}

APART void vyi_parse_field(struct parser *s, uint32_t pos)
{
    const struct vyi_token *field = tok_at(s, 1);
    const char *name = spelling(s, field->name);
    char of[48], fix[160];
    vyi_parse_snippet(s, pos, s->end, of);
    if (means_length(name))
        snprintf(fix, sizeof fix, "the number of elements is len(%.40s)", of);
    else if (tok_at(s, 2)->kind == VYI_TOKEN_OPEN)
        snprintf(fix, sizeof fix, "a function stands before what it takes: %.60s(%.40s)", name, of);
    else
        snprintf(fix, sizeof fix,
                 "declare a buffer of its own for each field, or a last axis: "
                 "'p : f32[n, 3]' and p[i, 0]");
    FAIL_SHAPE(s, here(s), 1 + field->length, VYI_DIAG(FIELD), of, name, fix);
}

APART struct value vyi_parse_unexpected(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s);
    if (t->kind == VYI_TOKEN_STRING)
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(STRING_PLACE));
    else if (t->kind == VYI_TOKEN_MUL && s->t && t[-1].kind == VYI_TOKEN_MUL &&
             t[-1].at + 1 == t->at)
        FAIL_SHAPE(s, pos_of(s, t - 1), 2, VYI_DIAG(POWER));
    else if (t->kind == VYI_TOKEN_AND || t->kind == VYI_TOKEN_MUL)
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(POINTER), vyi_token_text(t->kind));
    else if (t->kind == VYI_TOKEN_ADD && !vyi_parse_is_increment(s) && !is_counted(s))
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(PLUS));
    else if (t->kind == VYI_TOKEN_ADD || !is_counted(s))
        vyi_parse_expect(s, VYI_TOKEN_KINDS, "a value");
    return vyi_parse_none(s, pos);
}
