// Names: what a spelling means where it stands, and the errors where it means nothing.
//
// Bindings form a stack; each name points at its newest one, which remembers the one below. A
// binding is visible in its own call, or everywhere in its file if it is a declaration that stands
// above. The locals of a caller are skipped, so an inlined function never sees them.
#include "ir/parse.h"

#include <stdio.h>
#include <strings.h>

// ---- built-in words ----
struct word *vyi_parse_word(struct parser *s, uint32_t name)
{
    struct word *w = &s->words.at[name < s->words.count ? name : 0];
    if (!w->known && name) {
        const struct vyi_name *n = &s->names.list.at[name];
        w->known = true;
        w->type = vyi_type_find(n->text, n->length);
        w->id = (uint8_t)vyi_id_find(n->text, n->length);
    }
    return w;
}

uint8_t vyi_parse_named_type(struct parser *s, uint32_t name)
{
    const struct binding *b = vyi_parse_find(s, name);
    return b && b->kind == BIND_TYPE ? (uint8_t)b->x : vyi_parse_word(s, name)->type;
}

struct word *vyi_parse_call_word(struct parser *s, uint32_t name)
{
    struct word *w = vyi_parse_word(s, name);
    if (!w->asked && name) {
        w->asked = true;
        struct vyi_node n = {0};
        if (!w->type && !w->id)
            n = vyi_node_named(s->names.list.at[name].text);
        w->op = n.op;
        w->extra = (uint8_t)(n.op == VYI_OP_ATOMIC_RMW ? n.aux2 : n.x);
        w->scope = (uint8_t)vyi_scope_of(&n);
    }
    return w;
}

// ---- finding and declaring ----
static bool visible(const struct parser *s, uint32_t index)
{
    const struct binding *b = &s->bindings.at[index];
    if (b->frame)
        return s->frame && b->frame == s->frame->number;
    return b->file == s->file && index < s->limit;
}

const struct binding *vyi_parse_find(struct parser *s, uint32_t name)
{
    uint32_t index = name < s->words.count ? s->words.at[name].value : 0;
    while (index && !visible(s, index))
        index = s->bindings.at[index].before;
    return index ? &s->bindings.at[index] : NULL;
}

/// The function `index` or, of those of that name before it, the newest one that can be called in
/// `file`, among the first `limit` functions.
static uint32_t callable(const struct parser *s, uint32_t index, uint32_t file, uint32_t limit)
{
    while (index && (s->functions.at[index].file != file || index >= limit))
        index = s->functions.at[index].before;
    return index;
}

uint32_t vyi_parse_find_fn(struct parser *s, uint32_t name)
{
    const struct binding *b = vyi_parse_find(s, name);
    if (b && b->kind == BIND_FN)
        return b->x;
    uint32_t newest = name < s->words.count ? s->words.at[name].fn : 0;
    uint32_t index = callable(s, newest, s->file, s->fn_limit);
    if (!index && s->math && s->file != s->math && spelling(s, name)[0] != '_')
        index = callable(s, newest, s->math, UINT32_MAX);
    return index;
}

/// The type of a function's first argument; 0: none, a buffer, or one that a call decides.
static uint8_t first_type(const struct parser *s, const struct function *f)
{
    const struct argument *a = f->arg_count ? &s->args.at[f->arg] : NULL;
    return a && vyi_parse_is_value(a) && !(a->b.elem & PARSE_TYPE_NAME) ? a->b.elem : 0;
}

uint32_t vyi_parse_overload(const struct parser *s, uint32_t fn, uint8_t type)
{
    uint32_t file = s->functions.at[fn].file, limit = file == s->file ? s->fn_limit : UINT32_MAX;
    fn = callable(s, s->words.at[s->functions.at[fn].name].fn, file, limit);
    for (uint8_t own; fn && (own = first_type(s, &s->functions.at[fn])) && own != type;)
        fn = callable(s, s->functions.at[fn].before, file, UINT32_MAX);
    return fn;
}

void vyi_parse_bind(struct parser *s, const struct vyi_token *t, uint8_t kind_of, uint32_t x)
{
    uint32_t pos = pos_of(s, t);
    struct word *w = vyi_parse_word(s, t->name);
    const struct binding *old = vyi_parse_find(s, t->name);
    if (w->type || w->id) {
        FAIL(s, pos, t->length, VYI_DIAG(RESERVED_NAME), spelling(s, t->name),
             w->type ? "a type" : "built in", spelling(s, t->name));
    } else if (old) {
        vyi_report_note(&s->report, old->pos, old->length, "declared first here");
        FAIL(s, pos, t->length, VYI_DIAG(NAME_TAKEN), spelling(s, t->name));
    }
    struct binding b = {.name = t->name,
                        .before = w->value,
                        .pos = pos,
                        .length = t->length,
                        .file = s->file,
                        .frame = s->frame ? s->frame->number : 0,
                        .x = x,
                        .kind = kind_of};
    w->value = KEEP(s, &s->bindings, b);
}

void vyi_parse_bind_store(struct parser *s, const struct vyi_token *t, struct store b)
{
    b.pos = pos_of(s, t);
    b.name = spelling(s, t->name);
    vyi_parse_bind(s, t, BIND_STORE, KEEP(s, &s->stores, b));
}

uint32_t vyi_parse_bind_fn(struct parser *s, const struct vyi_token *t, struct function f)
{
    uint32_t old = callable(s, s->words.at[f.name].fn, s->file, s->fn_limit);
    uint8_t type = first_type(s, &f);
    if (old && type)
        old = vyi_parse_overload(s, old, type);
    if (old) {
        vyi_report_note(&s->report, s->functions.at[old].pos, t->length, "declared first here");
        FAIL_TOKEN(s, t, VYI_DIAG(NAME_TAKEN), spelling(s, f.name));
    }
    f.file = s->file;
    f.before = s->words.at[f.name].fn;
    return s->words.at[f.name].fn = KEEP(s, &s->functions, f);
}

void vyi_parse_unbind(struct parser *s, uint32_t mark)
{
    while (s->bindings.count > mark) {
        const struct binding *b = &s->bindings.at[--s->bindings.count];
        s->words.at[b->name].value = b->before;
    }
}

// ---- how the words of other languages are written here ----
/// `theirs` has blanks between words. An empty `ours`: not supported until it is exact on every
/// device.
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
    {"__popc __popcll", "CUDA's", "popcount(x)"},
    {"__clz __clzll", "CUDA's", "clz(x)"},
    {"__ffs", "CUDA's", "(x == 0 ? 0 : ctz(x) + 1)"},
    {"__brev", "CUDA's", "reverse(x)"},
    {"__umulhi __mulhi", "CUDA's", "mulhi(x, y)"},
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
    {"work_group_barrier barrier", "OpenCL's", "barrier workgroup"},
    {"sub_group_reduce_add", "OpenCL's", "subgroup_add(x)"},
    {"work_group_reduce_add", "OpenCL's", "workgroup_add(x)"},
    {"work_group_scan_exclusive_add", "OpenCL's", "workgroup_scan_add(x)"},
    {"work_group_scan_inclusive_add", "OpenCL's", "workgroup_iscan_add(x)"},
    {"as_uint", "OpenCL's", "bits(x)"},
    {"as_float", "OpenCL's", "unbits(x)"},
    {"__kernel kernel", "OpenCL's", "program name, with the statements at the top level"},
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
    {"workgroupBarrier storageBarrier", "WGSL's", "barrier workgroup"},
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
    {"int signed int32_t", "C's", "i32"},
    {"unsigned uint uint32_t", "C's", "u32"},
    {"short int16_t", "C's", "i32 (i16 in buffers)"},
    {"ushort uint16_t", "C's", "u32 (u16 in buffers)"},
    {"char uchar uint8_t", "C's", "u32 (u8 in buffers)"},
    {"long int64_t", "C's", "i64"},
    {"ulong uint64_t", "C's", "u64"},
    {"size_t", "C's", "u32, or u64"},
    {"int8_t", "C's", "i32 (i8 in buffers)"},
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
    {"switch case", "C's", "an else-if chain on one value"},
    {"match", "Rust's", "an else-if chain on one value"},
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
    {"UINT_MAX UINT32_MAX", "C's", "0xFFFF_FFFF"},
    {"INT_MAX", "C's", "0x7FFF_FFFF"},
    {"fminf fmin", "C's", "min(x, y)"},
    {"fmaxf fmax", "C's", "max(x, y)"},
    {"fabs fabsf", "C's", "abs(x)"},
    {"fmaf", "C's", "fma(x, y, z)"},
    {"sqrtf", "C's", "sqrt(x)"},
    {"floorf", "C's", "floor(x)"},
    {"ceilf", "C's", "ceil(x)"},
    {"rint", "C's", "round(x)"},
    {"rsqrt", "CUDA's", "1.0 / sqrt(x)"},
    {"malloc", "C's", "scratch name: u32[n], among the declarations"},
    {"length size", "other languages'", "len(b)"},
    {"sinf", "C's", "sin(x)"},
    {"cosf", "C's", "cos(x)"},
    {"expf", "C's", "exp(x)"},
    {"logf", "C's", "log(x)"},
    {"powf", "C's", "pow(x, y)"},
    {"asinh acosh atanh erfc tgamma lgamma exp10", "", ""},
};

const struct foreign *vyi_parse_foreign(const struct parser *s, const struct vyi_token *t)
{
    const char *text = t->kind == VYI_TOKEN_NAME ? spelling(s, t->name) : "";
    size_t n = strlen(text);
    for (size_t i = 0; n && i < sizeof foreigns / sizeof *foreigns; i++) {
        const char *list = foreigns[i].theirs;
        for (const char *at = list; (at = strstr(at, text)); at++)
            if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
                return &foreigns[i];
    }
    return NULL;
}

// ---- what was meant ----
static bool report_foreign(struct parser *s, const struct vyi_token *t)
{
    const char *text = spelling(s, t->name);
    const struct foreign *f = vyi_parse_foreign(s, t);
    if (!f)
        return false;
    if (!f->ours[0]) {
        FAIL_TOKEN(s, t, VYI_DIAG(NOT_EXACT), text);
        return true;
    }
    const char *fix = f->ours;
    const struct vyi_token *dot = t + (t->kind != VYI_TOKEN_END);
    uint32_t length = t->length;
    char digit = dot->kind == VYI_TOKEN_OPEN && dot[1].length == 1 ? s->lex->text[dot[1].at] : 0;
    if (dot->kind == VYI_TOKEN_DOT && dot[1].kind == VYI_TOKEN_NAME && dot[1].length < 16 &&
        vyi_id_find(fix, strlen(fix))) {
        fix = vyi_parse_text(s, "%s.%s", fix, spelling(s, dot[1].name));
        length = dot[1].at + dot[1].length - t->at;
    } else if (!strncmp(text, "get_", 4) && digit >= '0' &&
               digit < '3') { // get_global_id(1): gid.y
        fix = vyi_parse_text(s, "%.*s%c", (int)strlen(fix) - 1, fix, 'x' + digit - '0');
    }
    FAIL(s, pos_of(s, t), length, VYI_DIAG(FOREIGN_WORD), text, f->whose, fix);
    return true;
}

/// "did you mean …" over what can be seen here.
static const char *closest_name(struct parser *s, const char *text, bool functions)
{
    const char *best = NULL;
    size_t length = strlen(text);
    const char *pair[2] = {NULL, NULL};
    uint32_t count = functions ? s->functions.count : s->bindings.count;
    for (uint32_t i = 1; i < count && i < 100000; i++) {
        if (functions ? s->functions.at[i].file != s->file || i >= s->fn_limit : !visible(s, i))
            continue;
        pair[0] = best;
        pair[1] = spelling(s, functions ? s->functions.at[i].name : s->bindings.at[i].name);
        const char *found = vyi_closest(text, length, pair, 2);
        best = found ? found : best;
        if (strcmp(text, pair[1]) && !strcasecmp(text, pair[1]))
            return pair[1]; // to a short name others are as close
    }
    return best;
}

/// Whether a statement begins at the token: what stands before it takes no value.
static bool first_of_statement(const struct parser *s, const struct vyi_token *t)
{
    uint32_t k = t == s->lex->tokens.at ? VYI_TOKEN_SEMI : t[-1].kind;
    switch (k) {
    case VYI_TOKEN_CLOSE:
    case VYI_TOKEN_CLOSE_INDEX:
    case VYI_TOKEN_OPEN_BLOCK:
    case VYI_TOKEN_CLOSE_BLOCK:
    case VYI_TOKEN_SEMI:
    case VYI_TOKEN_GRID:
    case VYI_TOKEN_WORKGROUP:
    case VYI_TOKEN_BREAK:
    case VYI_TOKEN_CONTINUE:
    case VYI_TOKEN_AGAIN: return true;
    default: return (k >= VYI_TOKEN_NAME && k <= VYI_TOKEN_STRING) || vyi_token_literal(k);
    }
}

/// The word of the language that could have been meant: one that can stand in that place.
static const char *closest_built_in(struct parser *s, const struct vyi_token *t, bool functions)
{
    const char *list[VYI_OP_LIMIT + VYI_TOKEN_KINDS + 32], *text = spelling(s, t->name);
    size_t count = 0;
    uint32_t follows = t->kind == VYI_TOKEN_NAME ? t[1].kind : VYI_TOKEN_END;
    bool first = first_of_statement(s, t);
    for (uint32_t i = 1; !functions && vyi_id_info(i); i++)
        list[count++] = vyi_id_info(i)->spelling;
    for (unsigned op = 1; functions && op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        if (!info->kind)
            continue;
        if (info->flags & VYI_FLAG_CALL ||
            (info->kind == VYI_KIND_EXPR && strlen(info->spelling) > 2))
            list[count++] = info->spelling;
    }
    for (uint8_t type = 1; functions && type < VYI_TYPE_COUNT; type++)
        list[count++] = vyi_type_name(type); // T(x)
    for (uint32_t k = VYI_TOKEN_WORDS + 1; k < VYI_TOKEN_KINDS; k++) {
        bool begins_with = first && k != VYI_TOKEN_ATOMIC && follows != VYI_TOKEN_SET &&
                           follows != VYI_TOKEN_OPEN_INDEX;
        if (vyi_token_literal(k) ? !functions && !first : begins_with)
            list[count++] = vyi_token_text(k);
    }
    return vyi_closest(text, strlen(text), list, count);
}

/// A declaration of that name further down: 0, or its line.
static uint32_t declared_below(const struct parser *s, uint32_t name)
{
    const struct vyi_lex *lex = s->lex;
    for (uint32_t i = s->t; i + 1 < lex->tokens.count; i++)
        if (vyi_parse_is_decl(lex->tokens.at[i].kind) && lex->tokens.at[i + 1].name == name)
            return vyi_sources_line(&s->p->sources, lex->base + lex->tokens.at[i].at);
    return 0;
}

void vyi_parse_type_value(struct parser *s, const struct vyi_token *t, uint8_t type,
                          const char *operand)
{
    const char *name = vyi_type_name(type);
    FAIL_TOKEN(
        s, t, VYI_DIAG(TYPE_VALUE), spelling(s, t->name),
        operand ? vyi_parse_text(s, "a cast is written '%s(%s)'", name, operand)
                : vyi_parse_text(s, "%s(x) converts x; let y: %s = x states a type", name, name));
}

/// A file that this one uses, and that hides the library's of its name, which has that function.
static const char *hiding(const struct parser *s, const char *function)
{
    char plain[VYI_MAX_NAME + 8], typed[VYI_MAX_NAME + 8];
    snprintf(plain, sizeof plain, "\nfn %s(", function);
    snprintf(typed, sizeof typed, "\nfn %s[", function);
    for (uint32_t i = 0; i < s->imports.count; i++) {
        const struct file *file = &s->files.at[(uint32_t)s->imports.at[i]];
        const char *slash = strrchr(file->name, '/');
        const char *text = vyi_library_file(slash ? slash + 1 : file->name);
        if (s->imports.at[i] >> 32 == s->file && !file->ours && text &&
            (strstr(text, plain) || strstr(text, typed)))
            return file->name;
    }
    return NULL;
}

void vyi_parse_unknown(struct parser *s, const struct vyi_token *t, bool functions)
{
    uint8_t type = vyi_parse_word(s, t->name)->type;
    if (type && !functions) {
        vyi_parse_type_value(s, t, type, NULL);
        return;
    }
    if (t->flags & VYI_TOKEN_BAD || report_foreign(s, t))
        return;
    const char *text = spelling(s, t->name), *best = NULL, *fix;
    uint32_t below = declared_below(s, t->name);
    if (!below)
        best = closest_name(s, text, functions);
    if (!below && !best)
        best = closest_built_in(s, t, functions);
    if (best && strlen(text) <= 2 && strcasecmp(text, best))
        best = NULL; // everything is close to a short word
    const char *hides = functions ? hiding(s, text) : NULL;
    if (hides)
        fix = vyi_parse_text(s,
                             "give '%s' another name: it hides the library's file of that name, "
                             "which has '%s'",
                             hides, text);
    else if (s->use_failed && !below && !best)
        fix = "mend the 'use' first";
    else if (below)
        fix = vyi_parse_text(s, "move its declaration from line %u to above this", below);
    else if (best)
        fix = vyi_parse_text(s, "did you mean '%s'?", best);
    else if (!functions && t[1].kind == VYI_TOKEN_NAME && !(t[1].flags & VYI_TOKEN_LINE) &&
             first_of_statement(s, t)) // foo x = 3
        fix = vyi_parse_text(s, "a value is declared 'let %s = …'", spelling(s, t[1].name));
    else if (functions)
        fix = vyi_parse_text(
            s, "declare it above: 'fn %s(…) …', or use the file that has it: 'use \"….vy\"'", text);
    else if (s->frame && s->frame->fn)
        fix = vyi_parse_text(s,
                             "a function sees its arguments and what stands above it in its file; "
                             "pass '%s' as an argument",
                             text);
    else if (t[1].kind > VYI_TOKEN_SET && vyi_token_sets(t[1].kind)) // foo += 3
        fix = vyi_parse_text(s, "declare it first: 'var %s = 0'", text);
    else
        fix = vyi_parse_text(s, "declare it first: 'let %s = …'", text);
    if (functions)
        FAIL_TOKEN(s, t, VYI_DIAG(UNKNOWN_FUNCTION), text, fix);
    else
        FAIL_TOKEN(s, t, VYI_DIAG(UNKNOWN_NAME), text, fix);
}

uint8_t vyi_parse_type(struct parser *s, bool element)
{
    const struct vyi_token *t = tok(s);
    if (t->kind != VYI_TOKEN_NAME) {
        vyi_parse_expect(s, VYI_TOKEN_NAME, "a type such as u32");
        return 0;
    }
    uint8_t type = vyi_parse_named_type(s, t->name);
    bool own = type && !vyi_parse_word(s, t->name)->type; // its loads decide
    next(s);
    if (!type) {
        const char *text = spelling(s, t->name), *best = NULL;
        const char *list[VYI_TYPE_COUNT] = {NULL};
        const struct foreign *f = vyi_parse_foreign(s, t);
        for (uint8_t i = 1; i < VYI_TYPE_COUNT; i++)
            list[i] = vyi_type_name(i);
        best = f && f->ours[0] ? f->ours : vyi_closest(text, strlen(text), list, VYI_TYPE_COUNT);
        FAIL_TOKEN(
            s, t, VYI_DIAG(UNKNOWN_TYPE), text,
            best ? best
                 : "one of bool u32 i32 u64 i64 f32 f64; in buffers also u8 i8 u16 i16 f16 bf16");
        return 0;
    }
    if (!element && own && !(type & PARSE_TYPE_NAME))
        return vyi_type_value(type);
    if (!element && vyi_type_class(type) == VYI_CLASS_NARROW) {
        FAIL_TOKEN(s, t, VYI_DIAG(NARROW_TYPE), vyi_type_name(type),
                   vyi_parse_text(s, "use '%s', which is what it loads as",
                                  vyi_type_name(vyi_type_value(type))));
        return vyi_type_value(type);
    }
    return type;
}
