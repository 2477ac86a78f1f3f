// See ptx.h. The text is cut into statements at ; { } and the colons of labels; names of registers
// become numbers, by scope.
#include "support/cuda/ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 1 << 17, MOST_SCOPED = 64, MOST_WORD = 4096 };

struct name {
    char text[48];
    uint32_t number;
};

struct parser {
    struct ptx *p;
    struct ptx_kernel *k;
    const char *at;
    uint32_t line, room;
    struct name *names; ///< registers, by the hash of their names
    uint32_t name_count;
    struct name scoped[MOST_SCOPED]; ///< those declared one by one, of the innermost braces last
    uint32_t scoped_count, outer[MOST_SCOPED], depth;
    char text[MOST_WORD];
    struct name *labels, *jumps; ///< jumps: number is the instruction
    uint32_t label_count, jump_count;
    char *error;
    size_t error_size;
    bool failed;
};

static void fail(struct parser *s, const char *format, ...)
{
    va_list args;
    if (s->failed)
        return;
    s->failed = true;
    int n = snprintf(s->error, s->error_size, "line %u: ", s->line);
    va_start(args, format);
    vsnprintf(s->error + n, s->error_size - (size_t)n, format, args);
    va_end(args);
}

// ---- words ----
static void skip(struct parser *s)
{
    for (;; s->at++) {
        if (*s->at == '/' && s->at[1] == '/') {
            while (*s->at && *s->at != '\n')
                s->at++;
        }
        if (*s->at == '\n')
            s->line++;
        if (!isspace((unsigned char)*s->at))
            return;
    }
}

static bool starts(struct parser *s, const char *word)
{
    skip(s);
    if (strncmp(s->at, word, strlen(word)) != 0)
        return false;
    s->at += strlen(word);
    return true;
}

/// Up to a character of `ends`, which is not taken.
static void until(struct parser *s, const char *ends, char word[MOST_WORD])
{
    size_t n = 0;
    skip(s);
    while (*s->at && !strchr(ends, *s->at)) {
        if (*s->at == '\n')
            s->line++;
        if (n + 1 < MOST_WORD)
            word[n++] = *s->at;
        s->at++;
    }
    while (n && isspace((unsigned char)word[n - 1]))
        n--;
    word[n] = 0;
}

// ---- registers ----
static struct name *slot_of(struct parser *s, const char *text)
{
    uint32_t hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    for (uint32_t i = hash;; i++) {
        struct name *n = &s->names[i % MOST_NAMES];
        if (!*n->text || !strcmp(n->text, text))
            return n;
    }
}

static const struct name *find_scoped(const struct parser *s, const char *text)
{
    for (uint32_t i = s->scoped_count; i-- > 0;)
        if (!strcmp(s->scoped[i].text, text))
            return &s->scoped[i];
    return NULL;
}

/// The number of a register, which is made where it is new.
static uint32_t number_of(struct parser *s, const char *text)
{
    struct name *n = slot_of(s, text);
    if (*n->text)
        return n->number;
    if (s->name_count++ > MOST_NAMES / 2)
        fail(s, "too many registers");
    snprintf(n->text, sizeof n->text, "%s", text);
    return n->number = s->k->regs++;
}

/// `.reg .b32 %r<7>, p, q`: numbered ones are made when they are first met.
static void declare(struct parser *s, char *text)
{
    char *at = strchr(text + 1, '.');
    while (at && *at && !isspace((unsigned char)*at))
        at++;
    for (char *word = at ? strtok(at, " \t,") : NULL; word; word = strtok(NULL, " \t,"))
        if (!strchr(word, '<') && s->scoped_count < MOST_SCOPED && *word != '%') {
            struct name *n = &s->scoped[s->scoped_count++];
            snprintf(n->text, sizeof n->text, "%s", word);
            n->number = s->k->regs++;
        }
}

// ---- operands ----
static uint32_t find_symbol(const struct parser *s, const char *name)
{
    for (uint32_t i = 0; i < s->p->symbol_count; i++)
        if (!strcmp(s->p->symbols[i].name, name))
            return i;
    return UINT32_MAX;
}

static bool special(const char *text, uint32_t *which)
{
    static const struct {
        const char *name;
        uint32_t which;
    } all[] = {{"%tid.x", X_TID},       {"%ntid.x", X_NTID},       {"%ctaid.x", X_CTAID},
               {"%nctaid.x", X_NCTAID}, {"%globaltimer", X_TIMER}, {"%laneid", X_LANE}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, text)) {
            *which = all[i].which;
            return true;
        }
    return false;
}

static struct ptx_operand operand(struct parser *s, const char *text)
{
    struct ptx_operand o = {0};
    const struct name *n;
    uint32_t symbol;
    if (special(text, &o.reg)) {
        o.kind = K_SPECIAL;
    } else if ((n = find_scoped(s, text))) {
        o.kind = K_REG;
        o.reg = n->number;
    } else if (*text == '%') {
        o.kind = K_REG;
        o.reg = number_of(s, text);
    } else if (text[0] == '0' &&
               (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D')) {
        o.kind = K_IMM;
        o.imm = strtoull(text + 2, NULL, 16);
    } else if (isdigit((unsigned char)*text) || *text == '-') {
        o.kind = K_IMM;
        o.imm = *text == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    } else if ((symbol = find_symbol(s, text)) != UINT32_MAX) {
        o.kind = K_SYMBOL;
        o.reg = symbol;
    } else {
        fail(s, "'%s' is not known", text);
    }
    return o;
}

/// [%rd1+8], [name]
static struct ptx_operand address(struct parser *s, char *text)
{
    char *plus = strpbrk(text, "+");
    int64_t offset = 0;
    if (plus) {
        offset = strtoll(plus + 1, NULL, 0);
        *plus = 0;
    }
    struct ptx_operand o = operand(s, text);
    o.imm += (uint64_t)offset;
    return o;
}

static void operands(struct parser *s, struct ptx_ins *i, char *text)
{
    char *at = text;
    while (*at && !s->failed) {
        char word[256];
        size_t n = 0;
        while (isspace((unsigned char)*at) || *at == ',' || *at == '|')
            at++;
        if (!*at)
            return;
        bool memory = *at == '[', row = *at == '{';
        at += memory || row;
        const char *ends = memory ? "]" : row ? "}" : ",|";
        while (*at && !strchr(ends, *at) && n + 1 < sizeof word)
            word[n++] = *at++;
        at += (memory || row) && *at;
        while (n && isspace((unsigned char)word[n - 1]))
            n--;
        word[n] = 0;
        if (row) {
            if (i->op == P_MOV && i->count)
                i->space = 1; // packs
            for (char *w = strtok(word, ", \t"); w; w = strtok(NULL, ", \t")) {
                if (i->count == PTX_OPERANDS) {
                    fail(s, "too many operands");
                    return;
                }
                i->a[i->count++] = operand(s, w);
                i->vector++;
            }
            continue;
        }
        if (i->count == PTX_OPERANDS) {
            fail(s, "too many operands");
            return;
        }
        i->a[i->count++] = memory ? address(s, word) : operand(s, word);
    }
}

// ---- opcodes ----
static const struct {
    const char *name;
    uint8_t op;
} ops[] = {{"activemask", P_ACTIVEMASK},
           {"abs", P_ABS},
           {"add", P_ADD},
           {"addc", P_ADDC},
           {"subc", P_SUBC},
           {"and", P_AND},
           {"atom", P_ATOM},
           {"red", P_ATOM},
           {"bfe", P_BFE},
           {"bfi", P_BFI},
           {"bra", P_BRA},
           {"brev", P_BREV},
           {"clz", P_CLZ},
           {"cvt", P_CVT},
           {"div", P_DIV},
           {"fence", P_FENCE},
           {"membar", P_FENCE},
           {"fma", P_FMA},
           {"ld", P_LD},
           {"mad", P_MAD},
           {"max", P_MAX},
           {"min", P_MIN},
           {"mov", P_MOV},
           {"mul", P_MUL},
           {"neg", P_NEG},
           {"not", P_NOT},
           {"or", P_OR},
           {"popc", P_POPC},
           {"prmt", P_PRMT},
           {"rcp", P_RCP},
           {"redux", P_REDUX},
           {"rem", P_REM},
           {"ret", P_RET},
           {"exit", P_RET},
           {"selp", P_SELP},
           {"setp", P_SETP},
           {"shfl", P_SHFL},
           {"shl", P_SHL},
           {"shr", P_SHR},
           {"nanosleep", P_SLEEP},
           {"sqrt", P_SQRT},
           {"st", P_ST},
           {"sub", P_SUB},
           {"vote", P_VOTE},
           {"xor", P_XOR},
           {"griddepcontrol", P_FENCE}};

static const struct {
    const char *name;
    uint8_t type;
} types[] = {{"pred", T_PRED}, {"b8", T_B8},   {"b16", T_B16}, {"b32", T_B32},
             {"b64", T_B64},   {"u8", T_U8},   {"u16", T_U16}, {"u32", T_U32},
             {"u64", T_U64},   {"s8", T_S8},   {"s16", T_S16}, {"s32", T_S32},
             {"s64", T_S64},   {"f16", T_F16}, {"f32", T_F32}, {"f64", T_F64}};

static const struct {
    const char *name;
    uint8_t how;
} hows[] = {
    {"lo", H_LO},   {"hi", H_HI},         {"wide", H_WIDE}, {"eq", H_EQ},     {"ne", H_NE},
    {"lt", H_LT},   {"le", H_LE},         {"gt", H_GT},     {"ge", H_GE},     {"equ", H_EQU},
    {"neu", H_NEU}, {"ltu", H_LTU},       {"leu", H_LEU},   {"gtu", H_GTU},   {"geu", H_GEU},
    {"num", H_NUM}, {"nan", H_NAN},       {"add", H_ADD},   {"and", H_AND},   {"or", H_OR},
    {"xor", H_XOR}, {"min", H_MIN},       {"max", H_MAX},   {"exch", H_EXCH}, {"cas", H_CAS},
    {"rn", H_RN},   {"rzi", H_RZI},       {"rni", H_RNI},   {"rmi", H_RMI},   {"rpi", H_RPI},
    {"idx", H_IDX}, {"bfly", H_BFLY},     {"up", H_UP},     {"down", H_DOWN}, {"any", H_ANY},
    {"all", H_ALL}, {"ballot", H_BALLOT}, {"cc", H_CC}};

/// Words that change nothing where all is done in order.
static const char *const ignored[] = {
    "uni", "nc",  "cs",   "relaxed", "acquire", "release", "sync", "acq_rel",     "volatile", "gpu",
    "cta", "sys", "wrap", "sc",      "aligned", "to",      "L1",   "no_allocate", "wait"};

static void suffix(struct parser *s, struct ptx_ins *i, const char *word)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (!strcmp(types[k].name, word)) {
            if (i->type)
                i->from = types[k].type;
            else
                i->type = types[k].type;
            return;
        }
    for (size_t k = 0; k < sizeof hows / sizeof *hows; k++)
        if (!strcmp(hows[k].name, word)) {
            i->how = hows[k].how;
            return;
        }
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++)
        if (!strcmp(ignored[k], word))
            return;
    if (!strcmp(word, "global"))
        i->space = S_GLOBAL;
    else if (!strcmp(word, "shared"))
        i->space = S_SHARED;
    else if (!strcmp(word, "local"))
        i->space = S_LOCAL;
    else if (!strcmp(word, "param"))
        i->space = S_PARAM;
    else if (strcmp(word, "v2") && strcmp(word, "v4"))
        fail(s, "'.%s' is not known", word);
}

static void opcode(struct parser *s, struct ptx_ins *i, char *text)
{
    char *save = NULL, *word;
    static const struct {
        const char *name;
        uint8_t op;
        int words;
    } longer[] = {
        {"bar.sync", P_BAR, 2},     {"bar.red", P_BAR_RED, 2},     {"bar.warp", P_BAR_WARP, 2},
        {"barrier.sync", P_BAR, 2}, {"barrier.red", P_BAR_RED, 2}, {"shf.l", P_SHF_L, 2},
        {"shf.r", P_SHF_R, 2},      {"cvta.to", P_CVTA_TO, 2},     {"cvta", P_CVTA, 1}};
    for (size_t k = 0; k < sizeof longer / sizeof *longer; k++) {
        size_t n = strlen(longer[k].name);
        if (strncmp(text, longer[k].name, n) || (text[n] && text[n] != '.'))
            continue;
        i->op = longer[k].op;
        for (word = text[n] ? strtok_r(text + n, ".", &save) : NULL; word;
             word = strtok_r(NULL, ".", &save))
            suffix(s, i, word);
        return;
    }
    word = strtok_r(text, ".", &save);
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
        if (!word || strcmp(ops[k].name, word))
            continue;
        i->op = ops[k].op;
        bool reduces = !strcmp(word, "red");
        while ((word = strtok_r(NULL, ".", &save)))
            suffix(s, i, word);
        if (reduces)
            i->vector = 1; // marks that there is no result
        return;
    }
    fail(s, "instruction '%s' is not known", text);
}

// ---- statements ----
static void add_label(struct parser *s, const char *name)
{
    struct name *l = &s->labels[s->label_count++ % MOST_NAMES];
    snprintf(l->text, sizeof l->text, "%.*s", (int)sizeof l->text - 1, name);
    l->number = s->k->count;
}

static struct ptx_ins *add_ins(struct parser *s)
{
    if (s->k->count == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->k->ins = realloc(s->k->ins, s->room * sizeof *s->k->ins);
    }
    struct ptx_ins *i = &s->k->ins[s->k->count++];
    memset(i, 0, sizeof *i);
    i->line = s->line;
    return i;
}

static void instruction(struct parser *s, char *text)
{
    struct ptx_ins *i = add_ins(s);
    char name[96], guard[48];
    size_t n = 0;
    if (*text == '@') {
        i->guarded = true;
        i->unless = *++text == '!';
        text += i->unless;
        while (*text && !isspace((unsigned char)*text) && n + 1 < sizeof guard)
            guard[n++] = *text++;
        guard[n] = 0;
        i->guard = operand(s, guard).reg;
        while (isspace((unsigned char)*text))
            text++;
    }
    for (n = 0; *text && !isspace((unsigned char)*text) && n + 1 < sizeof name;)
        name[n++] = *text++;
    name[n] = 0;
    opcode(s, i, name);
    while (isspace((unsigned char)*text))
        text++;
    if (i->op == P_BRA) {
        struct name *j = &s->jumps[s->jump_count++ % MOST_NAMES];
        snprintf(j->text, sizeof j->text, "%.*s", (int)sizeof j->text - 1, text);
        j->number = s->k->count - 1;
        return;
    }
    bool none = i->op == P_ATOM && i->vector;
    i->vector = 0;
    operands(s, s->k->ins + s->k->count - 1, text);
    if (none)
        s->k->ins[s->k->count - 1].vector = 1;
}

/// `.local .align 64 .b8 __local_depot0[64]`
static void local_memory(struct parser *s, char *text)
{
    char *open = strchr(text, '['), *name;
    struct ptx_symbol *y = &s->p->symbols[s->p->symbol_count++];
    if (!open)
        return;
    *open = 0;
    name = open;
    while (name > text && !isspace((unsigned char)name[-1]))
        name--;
    snprintf(y->name, sizeof y->name, "%s", name);
    y->space = S_LOCAL;
    y->at = 64;
    y->bytes = strtoull(open + 1, NULL, 10);
    s->k->local = (uint32_t)(y->at + y->bytes);
}

static void body(struct parser *s)
{
    for (s->depth = 1; s->depth && !s->failed;) {
        skip(s);
        if (!*s->at) {
            fail(s, "the text ends in a kernel");
        } else if (*s->at == '{') {
            s->at++;
            s->outer[s->depth++ % MOST_SCOPED] = s->scoped_count;
        } else if (*s->at == '}') {
            s->at++;
            s->scoped_count = s->outer[--s->depth % MOST_SCOPED];
        } else { // braces further on belong to operands
            until(s, ";:", s->text);
            if (*s->at == ':') {
                s->at++;
                add_label(s, s->text);
                continue;
            }
            s->at += *s->at == ';';
            if (!strncmp(s->text, ".reg", 4))
                declare(s, s->text);
            else if (!strncmp(s->text, ".local", 6))
                local_memory(s, s->text);
            else if (*s->text != '.' && *s->text)
                instruction(s, s->text);
        }
    }
}

static void resolve(struct parser *s)
{
    for (uint32_t j = 0; j < s->jump_count; j++) {
        bool found = false;
        for (uint32_t l = 0; l < s->label_count && !found; l++) {
            found = !strcmp(s->labels[l].text, s->jumps[j].text);
            if (found)
                s->k->ins[s->jumps[j].number].target = s->labels[l].number;
        }
        if (!found)
            fail(s, "label '%s' is not there", s->jumps[j].text);
    }
}

static void kernel(struct parser *s)
{
    char word[MOST_WORD];
    s->k = &s->p->kernels[s->p->kernel_count++];
    s->name_count = s->scoped_count = s->label_count = s->jump_count = s->room = 0;
    memset(s->names, 0, MOST_NAMES * sizeof *s->names);
    until(s, "(", word);
    snprintf(s->k->name, sizeof s->k->name, "%.63s", word);
    until(s, ")", word);
    char *name = word + strlen(word); // .param .u64 name, .param .align 8 .b8 name[144]
    while (name > word && !isspace((unsigned char)name[-1]))
        name--;
    struct ptx_symbol *y = &s->p->symbols[s->p->symbol_count++];
    char *size = strchr(name, '[');
    y->bytes = size ? strtoull(size + 1, NULL, 10) : 0;
    s->k->param_bytes = y->bytes;
    if (size)
        *size = 0;
    snprintf(y->name, sizeof y->name, "%.63s", name);
    y->space = S_PARAM;
    until(s, "{", word);
    s->at++;
    body(s);
    resolve(s);
}

/// `.global .align 64 .b8 table[4] = {1, 2, 3, 4};`, `.extern .shared .align 16 .b8 name[];`
static void variable(struct parser *s, uint8_t space)
{
    char word[MOST_WORD];
    struct ptx_symbol *y = &s->p->symbols[s->p->symbol_count++];
    until(s, "[", word);
    char *name = word + strlen(word);
    while (name > word && !isspace((unsigned char)name[-1]))
        name--;
    snprintf(y->name, sizeof y->name, "%.63s", name);
    y->space = space;
    s->at++;
    until(s, "]", word);
    y->bytes = strtoull(word, NULL, 10);
    s->at++;
    y->at = space == S_SHARED ? 1024 : (uint64_t)(uintptr_t)calloc(1, y->bytes + 64);
    skip(s);
    if (*s->at == '=') {
        until(s, "{", word);
        s->at++;
        for (uint64_t i = 0; i < y->bytes && *s->at; i++) {
            ((uint8_t *)(uintptr_t)y->at)[i] = (uint8_t)strtoul(s->at, (char **)&s->at, 10);
            skip(s);
            if (*s->at != ',')
                break;
            s->at++;
        }
    }
    while (*s->at && *s->at != ';')
        s->at++;
    s->at += *s->at == ';';
}

struct ptx *ptx_parse(const char *text, char *error, size_t size)
{
    char word[MOST_WORD];
    struct ptx *p = calloc(1, sizeof *p);
    struct parser s = {.p = p, .at = text, .line = 1, .error = error, .error_size = size};
    p->text = strdup(text);
    s.names = calloc(MOST_NAMES, sizeof *s.names);
    s.labels = calloc(MOST_NAMES, sizeof *s.labels);
    s.jumps = calloc(MOST_NAMES, sizeof *s.jumps);
    for (skip(&s); *s.at && !s.failed; skip(&s)) {
        if (starts(&s, ".visible .entry"))
            kernel(&s);
        else if (starts(&s, ".global"))
            variable(&s, S_GLOBAL);
        else if (starts(&s, ".extern .shared"))
            variable(&s, S_SHARED);
        else
            until(&s, "\n", word);
    }
    free(s.names);
    free(s.labels);
    free(s.jumps);
    if (!s.failed)
        return p;
    ptx_free(p);
    return NULL;
}

void ptx_free(struct ptx *p)
{
    for (uint32_t i = 0; p && i < p->kernel_count; i++)
        free(p->kernels[i].ins);
    for (uint32_t i = 0; p && i < p->symbol_count; i++)
        if (p->symbols[i].space == S_GLOBAL)
            free((void *)(uintptr_t)p->symbols[i].at);
    free(p ? p->text : NULL);
    free(p);
}
