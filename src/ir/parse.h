// The parser's own structures. One pass over the tokens builds the program; functions are kept as
// places in the token list and read again at every call, with their arguments bound.
//
// Expressions are built while they are read. What is already evaluated but not yet used waits on
// the value stack; when something has to become a statement of its own (an inlined call), the
// waiting values that later statements could change are bound to lets first, so that evaluation
// goes from left to right.
#pragma once

#include "ir/lex.h"
#include "ir/verify.h"

/// For functions off the recursive path through nested expressions: inlined, they would enlarge
/// the stack frames on it.
#define NOINLINE __attribute__((noinline))

enum {
    PARSE_MAX_ARGS = 32,          ///< of a function
    PARSE_MAX_RESULTS = 8,        ///< of a function
    PARSE_MAX_TYPES = 4,          ///< type names of a function
    PARSE_MAX_CALLS = 64,         ///< calls within calls
    PARSE_MAX_STACK = 1400,       ///< open operators, all open calls together
    PARSE_MAX_FILES = 256,        ///< of one program
    PARSE_MAX_TEXT = 64 << 20,    ///< bytes, all files together
    PARSE_MAX_INLINED = 32 << 20, ///< tokens read again by calls
    PARSE_MAX_REWOUND = 1 << 20,  ///< tokens read again for another type
    PARSE_MAX_AXES = 8,           ///< ranges of an each
    PARSE_MAX_TABLE = 1 << 20     ///< elements of a constant table
};

static const vyi_ref none __attribute__((unused)) = {0};

// ---- numbers that have no type yet: untyped.c ----
// An untyped float carries the f32 and the f64 that its text rounds to, and arithmetic is done in
// each, so the result is what it would have been had the type been known from the start.
// All calls want the environment of vyi_fp_enter().
__extension__ typedef __int128 vyi_wide;

struct untyped {
    union {
        vyi_wide i;
        struct {
            double d;
            float f;
        };
    };
};

struct untyped vyi_untyped_float(vyi_wide i); ///< an integer as a float
struct untyped vyi_untyped_bits(uint64_t f32, uint64_t f64);

/// Why a number could not be computed or taken; NULL is success.
typedef const char *vyi_why;

/// The value of a NUMBER token that the lexer accepted, without its suffix (whose type, or 0, is
/// given back). `real`: into d and f, else into i.
vyi_why vyi_untyped_read(const char *text, size_t length, bool real, struct untyped *u,
                         uint8_t *type);
/// A pure op over three untyped operands of one kind (those it does not take are ignored). The
/// result is untyped of the same kind, or a bool
/// (*truth 0 or 1; otherwise *truth is -1). `wraps`: an operand came from `~`.
vyi_why vyi_untyped_op(uint8_t op, bool real, bool wraps, const struct untyped *v,
                       struct untyped *result, int *truth);
/// Whether vyi_untyped_op() knows the op; ops that depend on a width are left to typed values.
bool vyi_untyped_knows(uint8_t op, bool real);
/// The bits of an untyped number as `type`; false where it does not fit.
bool vyi_untyped_take(const struct untyped *u, bool real, bool wraps, uint8_t type, uint64_t *bits);
/// T(x) of an untyped number: converts, and wraps or saturates as a cast does.
uint64_t vyi_untyped_cast(const struct untyped *u, bool real, uint8_t type);
/// The type it has where nothing else decides.
uint8_t vyi_untyped_default(const struct untyped *u, bool real, bool wraps);
/// As text for messages.
void vyi_untyped_show(const struct untyped *u, bool real, char out[48]);

// ---- values ----
enum value_kind {
    VALUE_NONE,  ///< an error that has been reported: absorbs everything
    VALUE_NODE,  ///< an expression of a type
    VALUE_KNOWN, ///< a literal of a type
    VALUE_INT,   ///< an untyped integer
    VALUE_REAL   ///< an untyped float
};
struct value {
    uint8_t kind, type;
    uint8_t depth; ///< of the expression tree
    bool wraps;    ///< an untyped integer that came from `~`
    bool flex;     ///< only a hint or the default gave it its type: another one may ask again
    bool impure;   ///< a later statement could change it, or it has an effect: bind before
    uint32_t pos, end;
    vyi_ref ref; ///< of a KNOWN: 0, or the launch expression it was folded from
    union {
        struct untyped untyped;
        uint64_t bits;
    };
};

// ---- names ----
enum binding_kind {
    BIND_NONE,  ///< declared with an error: absorbs everything
    BIND_LOCAL, ///< x: locals
    BIND_VALUE, ///< x: parser's values: constants of literals, arguments that are leaves
    BIND_PARAM, ///< x: params
    BIND_CONST, ///< x: consts
    BIND_FN,    ///< x: functions
    BIND_TYPE,  ///< x: the vy_type that a type name stands for; in a head, PARSE_TYPE_NAME | which
    BIND_STORE, ///< x: parser's stores
    BIND_SPACE  ///< a file that is used under this name
};
struct binding {
    uint32_t name, before; ///< before: the binding of the same name it stands over
    uint32_t pos, length, file, frame, x;
    uint8_t kind;
    bool imported;
};

/// Something that takes indices: a buffer, local array or constant table, whole or a slice.
enum store_kind { STORE_BUFFER, STORE_ARRAY, STORE_TABLE };
struct store {
    uint8_t kind, elem, rank, role;         ///< role 0 for arrays and tables
    bool atomic, writable, sliced, pending; ///< pending: a table that is not in the program yet
    bool distinct;                          ///< of an argument: no other one is the same buffer
    bool window;          ///< sliced from all of memory; `from` and `count` are variables
    uint32_t x;           ///< buffer, local or table
    uint32_t from, count; ///< locals of a slice: first row, rows
    uint32_t size;        ///< arrays and tables: elements
    uint32_t pos;         ///< of the declaration
    uint64_t *values;     ///< of a pending table
    const char *name;
};

/// In the head of a function, a type that a call decides: the number of its name is added.
enum { PARSE_TYPE_NAME = 0x80, PARSE_OPERATOR = 1 << 30 };
struct type_name {
    struct vyi_token token;
    uint8_t classes;
};
/// What the type names of a function stand for in a call; 0: not known yet.
struct types {
    uint8_t at[PARSE_MAX_TYPES];
    bool element[PARSE_MAX_TYPES];                          ///< a buffer decided it
    uint32_t pos[PARSE_MAX_TYPES], length[PARSE_MAX_TYPES]; ///< of the argument that did
};

/// Of a function: a value has no role, and is of the type b.elem. `fn`: a function with the head of
/// that one is passed.
struct argument {
    struct vyi_token token;
    struct store b;
    uint32_t fn;
};
/// What a call passes for an argument that is no value, and where: a store + 1, a function, or
/// PARSE_OPERATOR and an operator.
struct passed {
    uint32_t x, pos, length;
};
struct function {
    uint32_t name, before, pos;
    uint32_t file;            ///< where it can be called
    uint32_t home;            ///< whose tokens it is made of
    uint32_t body;            ///< token of its "{"
    uint32_t tokens;          ///< how many its body has
    uint32_t arg, arg_count;  ///< in the parser's args
    uint32_t limit, fn_limit; ///< bindings and functions that stand above it
    uint8_t results[PARSE_MAX_RESULTS], result_count;
    uint8_t op; ///< in place of a body: an operator
    uint8_t type_count;
    struct type_name type[PARSE_MAX_TYPES];
    bool open;  ///< its body is being checked: a call is recursion
    bool bad;   ///< it has errors: calls are silent
    bool early; ///< it has a return that is not its last statement
};

/// What is known of a spelling, filled in when it is first asked for.
struct word {
    uint32_t value, fn; ///< newest binding and function of that name
    bool known, asked;  ///< asked: whether it is a built-in call is known too
    uint8_t type, id;   ///< vy_type, enum vyi_id
    uint8_t op;         ///< of a built-in call, or 0
    uint8_t extra;      ///< enum vyi_rmw of an atomic, the pure op of a collective
    uint8_t scope;      ///< of a collective
};

struct file {
    const char *name; ///< in the program's arena
    struct vyi_lex *lex;
    bool open, is_program; ///< open: being read, a use of it is a cycle
    bool acts;             ///< holds more than use, const and fn
    bool ours;             ///< of the standard library
};

/// What a `break`, `again`, `leave` or `return` may find around it.
enum around { AROUND_PLAIN, AROUND_LOOP, AROUND_EACH, AROUND_FIXPOINT, AROUND_BLOCK, AROUND_FN };
struct level {
    uint8_t around;
    bool broken;          ///< AROUND_LOOP: a break leaves it
    uint32_t name, label; ///< AROUND_BLOCK
};

/// A buffer that a function declares; `taken`: by the call of that number, the last of those that
/// share it; `held`: no other one can.
struct memory {
    uint32_t buffer, taken;
    bool held;
};

/// The call that is being read into the program; one for each open call, and one for the body.
struct frame {
    const struct frame *outer;
    const struct function *fn; ///< NULL: the body
    uint32_t fn_index, number;
    uint32_t call_pos, call_length;
    struct types types;
    uint32_t base;                      ///< levels when it began
    uint32_t memories;                  ///< the parser's when it began
    uint32_t label;                     ///< of the block that an early return leaves
    uint32_t result[PARSE_MAX_RESULTS]; ///< result locals, with early returns
    struct value value[PARSE_MAX_RESULTS];
    bool returned;
};

struct link {
    vyi_ref condition, then;
    uint32_t mark, pos;
};

/// What a call or a `use` interrupts: the current file and token, the position of the text's first
/// byte, the position behind the last token taken, the first comment that was not looked at for
/// docs, the call, the bindings and functions that can be seen, values on the stack from which on
/// hoist() binds, nested expressions within this call, levels that nest in the program, and whether
/// a size, const or grid is being read.
#define PLACE                                                                         \
    const struct vyi_lex *lex;                                                        \
    struct frame *frame;                                                              \
    uint32_t file, t, base, end, comment, limit, fn_limit, waiting, expr_depth, nest; \
    bool launch;
struct place {
    PLACE
};

struct parser {
    union {
        struct {
            PLACE
        };
        struct place place;
    };
    vy_context *context;
    vy_program *p;
    const vy_parse_params *params;
    uint32_t allowed; ///< VYI_PARSE_…
    struct vyi_report report;
    struct vyi_names names;
    VYI_VEC(struct word) words; ///< beside the names
    VYI_VEC(struct file) files;
    VYI_VEC(struct binding) bindings;   ///< 0: none
    VYI_VEC(struct function) functions; ///< 0: none
    VYI_VEC(struct argument) args;
    VYI_VEC(struct value) values; ///< of BIND_VALUE
    VYI_VEC(struct store) stores;
    VYI_VEC(struct value) stack; ///< evaluated, not yet used
    VYI_VEC(vyi_ref) stmts;      ///< of all open blocks
    VYI_VEC(struct link) chain;  ///< open else-if chains
    VYI_VEC(uint64_t) imports;   ///< file with the use << 32 | file used
    VYI_VEC(struct memory) memories;
    struct {
        uint64_t text, inlined, rewound; ///< bytes, and tokens read again: PARSE_MAX_…
    } spent;
    uint8_t infix[VYI_TOKEN_KINDS]; ///< op numbers by token, from ops.def

    uint32_t frames; ///< numbers given out
    struct {
        struct level at[VYI_MAX_NESTING + PARSE_MAX_CALLS + 4];
        uint32_t count;
    } levels;
    bool ends;      ///< what follows the last statement is never reached: it returned
    uint32_t depth; ///< nested expressions, all open calls together
    struct {
        const char *what, *name; ///< "the size of", and whose, or NULL
    } subject;                   ///< of the launch expression, for messages
    bool check;                  ///< a function's body is being checked: nothing of it stays
    bool memory;                 ///< a buffer that a function declares is being read
    bool panic;                  ///< after a syntax error, until the next statement
    bool stop;                   ///< no memory, too many errors or a limit: read no further
    bool use_failed;             ///< names may be missing for that
    bool grid_told;              ///< an error says what grid a function wants
    uint32_t math;               ///< the file of lib/math.vy where a call may mean it, or 0
    struct {
        uint32_t pos; ///< of the first statement
        bool late;    ///< a declaration behind it has been reported
    } body;
    bool too_large; ///< the limit of nodes, not memory, made the program fail
};

// ---- tokens: parse.c ----
static inline const struct vyi_token *tok(const struct parser *s)
{
    return &s->lex->tokens.at[s->t];
}
static inline const struct vyi_token *tok_at(const struct parser *s, uint32_t ahead)
{
    uint32_t last = s->lex->tokens.count - 1;
    return &s->lex->tokens.at[s->t + ahead < last ? s->t + ahead : last];
}
static inline uint32_t kind(const struct parser *s)
{
    return tok(s)->kind;
}
static inline uint32_t pos_of(const struct parser *s, const struct vyi_token *t)
{
    return s->base + t->at;
}
static inline uint32_t here(const struct parser *s)
{
    return pos_of(s, tok(s));
}
static inline void next(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    s->end = s->base + t->at + t->length;
    s->t += t->kind != VYI_TOKEN_END;
}
static inline bool accept(struct parser *s, uint32_t k)
{
    if (kind(s) != k)
        return false;
    next(s);
    return true;
}
static inline bool vyi_parse_is_decl(uint32_t k) ///< begins a declaration
{
    return k > VYI_TOKEN_WORDS && k <= VYI_TOKEN_FN;
}
static inline const char *spelling(const struct parser *s, uint32_t name)
{
    return name && name < s->names.list.count ? s->names.list.at[name].text : "?";
}

/// Reports a call with another number of arguments than `wanted`.
void vyi_parse_wrong_count(struct parser *s, const struct vyi_token *t, uint32_t wanted,
                           uint32_t given, const char *fix);
/// Reports; false. Give VYI_DIAG(NAME) and its arguments.
#define FAIL(s, pos, length, ...) \
    (vyi_report(&(s)->report, pos, length, __VA_ARGS__), vyi_refused())
/// The same for the shape of the text: silent after another one until the next statement.
#define FAIL_SHAPE(s, pos, length, ...) \
    ((s)->panic ? false : FAIL(s, pos, length, __VA_ARGS__), (s)->panic = true, vyi_refused())
/// The two at a token.
#define FAIL_TOKEN(s, t, ...) FAIL(s, pos_of(s, t), (t)->length, __VA_ARGS__)
#define FAIL_SHAPE_TOKEN(s, t, ...) FAIL_SHAPE(s, pos_of(s, t), (t)->length, __VA_ARGS__)
/// FAIL at a value.
#define FAIL_AT(s, v, ...) FAIL(s, (v)->pos, (v)->end - (v)->pos, __VA_ARGS__)
/// The same as FAIL for a value, which is then none.
#define FAIL_VALUE(s, value_pos, ...) (FAIL(s, __VA_ARGS__), vyi_parse_none(s, value_pos))
/// A text for a message, kept with the program.
const char *vyi_parse_text(struct parser *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// A note: 'name' is declared here.
void vyi_parse_declared(struct parser *s, uint32_t pos, const char *name);
bool vyi_parse_expect(struct parser *s, uint32_t k, const char *where);
/// A name that is being declared: its token, or NULL with an error.
const struct vyi_token *vyi_parse_new_name(struct parser *s, const char *what);
void vyi_parse_stop(struct parser *s);                 ///< read no further
void vyi_parse_step(struct parser *s, uint32_t start); ///< behind what began at token `start`
void vyi_parse_failed(struct parser *s);               ///< memory ran out
/// Appends to a list: the item's place, 0 when memory runs out.
#define KEEP(s, list, item) \
    (vyi_vec_push((s)->context, list, item) ? (list)->count - 1 : (vyi_parse_failed(s), 0u))

// ---- names: parse_name.c ----
struct word *vyi_parse_word(struct parser *s, uint32_t name);
struct word *vyi_parse_call_word(struct parser *s, uint32_t name); ///< also its call
static inline bool vyi_parse_is_value(const struct argument *a)
{
    return !a->b.role && !a->fn;
}
const struct binding *vyi_parse_find(struct parser *s, uint32_t name);
uint32_t vyi_parse_find_fn(struct parser *s, uint32_t name); ///< 0: none of that name is visible
/// The function of the same name and file as `fn`, or `fn` itself, whose first argument is a value
/// of that type, or which shares its name with none; 0: there is none.
uint32_t vyi_parse_overload(const struct parser *s, uint32_t fn, uint8_t type);
void vyi_parse_bind(struct parser *s, const struct vyi_token *t, uint8_t kind, uint32_t x);
/// Binds a name to a store, which gets its place and name from it.
void vyi_parse_bind_store(struct parser *s, const struct vyi_token *t, struct store b);
/// Adds a function to those that the current file can call: its place.
uint32_t vyi_parse_bind_fn(struct parser *s, const struct vyi_token *t, struct function f);
void vyi_parse_unbind(struct parser *s, uint32_t mark); ///< back to `mark` bindings
/// Reports a name, or the name of a function, that means nothing here.
void vyi_parse_unknown(struct parser *s, const struct vyi_token *t, bool function);
/// A type where a value is wanted; `operand`: what is cast as in C, or NULL.
void vyi_parse_type_value(struct parser *s, const struct vyi_token *t, uint8_t type,
                          const char *operand);
/// Steps to behind the sign that closes a bracket which is open already.
void vyi_parse_skip_to(struct parser *s, uint32_t open, uint32_t close);
/// The type of that name, 0 where there is none.
uint8_t vyi_parse_named_type(struct parser *s, uint32_t name);
static inline uint8_t vyi_parse_actual(const struct types *types, uint8_t type)
{
    return type & PARSE_TYPE_NAME ? types->at[type & ~PARSE_TYPE_NAME] : type;
}
uint8_t vyi_parse_type(struct parser *s, bool element); ///< 0 with an error
/// How another language's word is written here, or NULL.
const struct foreign *vyi_parse_foreign(const struct parser *s, const struct vyi_token *t);
struct foreign {
    const char *theirs, *whose, *ours;
};
/// Reports ++ or -- beside a name.
void vyi_parse_increment(struct parser *s, const struct vyi_token *sign,
                         const struct vyi_token *name);
/// Reports ++x or --x on a line of its own, which would otherwise go on with the line before.
bool vyi_parse_is_increment(struct parser *s);

// ---- values: parse_value.c, parse_pure.c ----
static inline bool is_untyped(const struct value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_REAL;
}
/// Whether an untyped value fits a type.
bool vyi_parse_fits(const struct value *v, uint8_t type);
static inline bool is_typed(const struct value *v)
{
    return v->kind == VALUE_NODE || v->kind == VALUE_KNOWN;
}
/// Launch expressions compute in u64 whatever their parts are; false with an error.
bool vyi_parse_as_launch(struct parser *s, struct value *v);
/// The value's text for a message, "the value" where that is long.
const char *vyi_parse_show(struct parser *s, const struct value *v);
vyi_ref vyi_parse_node(struct parser *s, struct value *v); ///< its node; literals become one
struct value vyi_parse_none(struct parser *s, uint32_t pos);
struct value vyi_parse_made(struct parser *s, vyi_ref ref, uint8_t type, uint32_t pos,
                            unsigned depth, bool impure);
/// The value of an op over `count` values, whose nodes become its kids.
struct value vyi_parse_make(struct parser *s, uint8_t op, uint8_t type, uint32_t x, struct value *v,
                            unsigned count, uint32_t pos);
struct value vyi_parse_known(uint8_t type, uint64_t bits, uint32_t pos, uint32_t end);
/// Gives an untyped value a type; false with an error where it does not fit.
bool vyi_parse_take(struct parser *s, struct value *v, uint8_t type);
/// The type a value has when nothing else decides (`want` 0: none).
bool vyi_parse_settle(struct parser *s, struct value *v, uint8_t want);
/// The value as `type`, or an error that names where each type came from.
bool vyi_parse_coerce(struct parser *s, struct value *v, uint8_t type, const char *place);
struct value vyi_parse_pure(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                            uint32_t length, uint8_t want);
struct value vyi_parse_two(struct parser *s, uint8_t op, struct value a, struct value b,
                           uint32_t pos); ///< the same for two operands made by the parser
/// Settles what an index or lane is; false with an error that names `of` where it is no integer.
bool vyi_parse_integer(struct parser *s, struct value *v, uint8_t want, const char *of);
struct value vyi_parse_cast(struct parser *s, uint8_t type, struct value *v, uint32_t pos);
void vyi_parse_source(struct parser *s, const struct value *v); ///< a note: why it has its type
bool vyi_parse_is_leaf(const struct parser *s, const struct value *v);
/// Refuses what cannot stand in a size, const or grid, and reports whose it is: a value that is
/// none.
struct value vyi_parse_no_launch(struct parser *s, uint32_t pos, uint32_t length,
                                 const char *thing);
bool vyi_parse_is_sum(const char *text);
/// The conversion that makes one type of two and keeps the value.
const char *vyi_parse_widen(struct parser *s, const struct value *a, const struct value *b);
/// The source text between two positions, "…" where that is long.
const char *vyi_parse_snippet(struct parser *s, uint32_t pos, uint32_t end);

uint32_t vyi_parse_push(struct parser *s, const struct value *v);
struct value vyi_parse_pop(struct parser *s, uint32_t mark);
void vyi_parse_emit(struct parser *s, vyi_ref stmt);
/// A statement with at most one operand.
void vyi_parse_stmt(struct parser *s, uint8_t op, uint32_t x, vyi_ref kid, uint32_t pos);
static inline void vyi_parse_drop(struct parser *s, uint32_t mark) ///< values from `mark` on
{
    if (s->stack.count > mark)
        s->stack.count = mark;
}
vyi_ref vyi_parse_seq(struct parser *s, uint32_t mark, uint32_t pos);
uint32_t vyi_parse_local(struct parser *s, uint8_t kind, uint8_t type, const char *name,
                         uint32_t pos);
struct value vyi_parse_read(struct parser *s, uint32_t local, uint32_t pos);
/// Binds a value to a new let and makes it that let.
void vyi_parse_let(struct parser *s, struct value *v, const char *name);
void vyi_parse_hoist(struct parser *s); ///< binds what waits and could change

/// A state to go back to, when an untyped number turns out to be wanted with another type or the
/// body of a function was checked.
struct rewind {
    uint32_t t, end, nodes, extra, stmts, errors, stack, locals, labels, stores, values, buffers;
};
struct rewind vyi_parse_mark(const struct parser *s);
void vyi_parse_forget(struct parser *s, const struct rewind *to); ///< what was made since
/// Goes back; false where that would lose statements, or has been done too often.
bool vyi_parse_rewind(struct parser *s, const struct rewind *to);

// ---- expressions: parse_expr.c, parse_call.c, parse_inline.c ----
struct value vyi_parse_expr(struct parser *s, uint8_t want);
/// `.field` behind a value that began at `pos`: reports it.
void vyi_parse_field(struct parser *s, uint32_t pos);
struct value vyi_parse_unexpected(struct parser *s); ///< an error: the token begins no value
struct value vyi_parse_element(struct parser *s);    ///< NAME "[" …
struct value vyi_parse_condition(struct parser *s, const char *what);
/// "[" indices "]" onto the stack; how many, 0 with an error.
uint32_t vyi_parse_indices(struct parser *s, const struct store *b);
/// The number of a word in a list, or `count`.
uint32_t vyi_parse_listed(const char *text, const char *const *list, uint32_t count);
/// Goes back to a place, to the end of its file where nothing more is to be read.
void vyi_parse_resume(struct parser *s, const struct place *to);
/// Takes `count` values off the stack as nodes: how deep and whether impure they are together.
struct value vyi_parse_take_nodes(struct parser *s, uint32_t count, vyi_ref *kids);
/// A copy of a small expression of at most *left nodes, or 0.
vyi_ref vyi_parse_clone(struct parser *s, vyi_ref ref, unsigned *left);
/// A second use of a value: a copy of a small expression, or both become a let.
struct value vyi_parse_twice(struct parser *s, struct value *v);
void vyi_parse_slice_row(struct parser *s, const struct store *b, struct value *v);
struct value vyi_parse_load(struct parser *s, const struct store *b, const vyi_ref *index,
                            struct value of, uint32_t pos);
const struct store *vyi_parse_store(struct parser *s, const char *what); ///< a store's name
uint32_t vyi_parse_store_index(struct parser *s, const struct store *b); ///< x, made on demand
struct value vyi_parse_len(struct parser *s, const struct store *b, uint32_t axis, uint32_t pos);
/// NAME "(" … where a value is wanted, and as a statement.
struct value vyi_parse_call(struct parser *s, uint8_t want);
void vyi_parse_call_statement(struct parser *s);
/// A call of the function: its results in `results`; how many.
uint32_t vyi_parse_inline(struct parser *s, uint32_t fn, uint8_t want, struct value *results);
/// An argument decides what a type name stands for: a value, or a buffer's element, which a value
/// of the type that it loads as agrees with. The argument's type after that.
uint8_t vyi_parse_decide(struct types *types, uint8_t name, uint8_t type, bool element,
                         uint32_t pos, uint32_t length);
/// A note: what decided the type of an argument.
void vyi_parse_decided(struct parser *s, const struct function *f, const struct types *types,
                       uint8_t name);
/// Types for what no value decided, and whether values, functions and types fit; chooses among
/// functions that share a name. False with an error; *again: a value could have the right type if
/// it was read again.
bool vyi_parse_decide_rest(struct parser *s, const struct function *f, uint32_t mark,
                           struct passed *given, struct types *types, bool *again);
/// Goes to the body of a function in a call, whose text gets positions of its own; binds its types.
void vyi_parse_go_to(struct parser *s, const struct function *f, struct frame *frame);
void vyi_parse_body(struct parser *s); ///< of a function, where vyi_parse_go_to() went
/// Binds the argument of a head to a function without a body, its types known, which runs `op`.
void vyi_parse_bind_head(struct parser *s, const struct argument *a, const struct types *types,
                         uint8_t op);

/// "window" "(" address "," count ")" for a window, at the first of these words.
void vyi_parse_window(struct parser *s, const struct store *b, uint32_t pos);

// ---- statements: parse_stmt.c, parse_assign.c, parse_flow.c ----
void vyi_parse_assign(struct parser *s); ///< what begins with a name, calls too
// The others are called behind their word, which stands at `pos`.
void vyi_parse_let_stmt(struct parser *s, uint32_t pos);
void vyi_parse_var(struct parser *s, uint32_t pos);
void vyi_parse_message(struct parser *s, uint32_t pos, bool assertion);
void vyi_parse_for(struct parser *s, uint32_t pos);
void vyi_parse_each(struct parser *s, uint32_t pos);
void vyi_parse_fixpoint(struct parser *s, const struct vyi_token *result, uint32_t pos);
/// The text of a STRING token (NULL: "") in the program; its number.
uint32_t vyi_parse_string(struct parser *s, const struct vyi_token *t);
/// Steps over a block that nests too deep, without reading it.
void vyi_parse_skip_block(struct parser *s);
bool vyi_parse_begins(const struct vyi_token *t); ///< a place to go on after an error
/// Up to "}"; without braces up to a declaration or the end.
void vyi_parse_statements(struct parser *s, bool braces);
void vyi_parse_late(struct parser *s); ///< reports a declaration behind a statement
vyi_ref vyi_parse_block(struct parser *s, uint8_t around); ///< "{" … "}" as a SEQ
void vyi_parse_sync(struct parser *s);

// ---- declarations: parse_decl.c, parse_buffer.c, parse_fn.c, parse.c ----
void vyi_parse_decl(struct parser *s);
bool vyi_parse_is_window(const struct parser *s); ///< begins the declaration of one
void vyi_parse_window_decl(struct parser *s);
void vyi_parse_buffer(struct parser *s, uint32_t first, uint8_t role); ///< behind its role
/// A launch expression of u64; messages name `what` 'name' (or NULL) and `place`.
vyi_ref vyi_parse_launch_node(struct parser *s, const char *what, const char *name,
                              const char *place);
/// False with an error where a value depends on lengths or params.
bool vyi_parse_literals(struct parser *s, struct value *v, const char *what);
/// A whole number made of literals, at least `least`; false with an error.
bool vyi_parse_known_number(struct parser *s, const char *what, uint32_t least, uint32_t most,
                            uint32_t *number);
/// Gives binding numbers to what functions declare.
void vyi_parse_memory_bindings(struct parser *s);
void vyi_parse_memory(struct parser *s); ///< scratch or shared in a function, at its word
/// The call that `frame` was has ended: what it declared is shared with other calls, if a barrier
/// stands behind all uses of it. It has made the statements from `stmts` and the nodes from
/// `nodes`.
void vyi_parse_share(struct parser *s, const struct frame *frame, uint32_t stmts, uint32_t nodes);
void vyi_parse_function(struct parser *s, uint32_t first); ///< behind its word, token `first`
/// The text of `///` right before token `first` (on lines of their own) and behind the last token
/// taken, on its line. NULL where there is none.
const char *vyi_parse_doc(struct parser *s, uint32_t first);
/// The text of a doc or test line.
const char *vyi_parse_remark(const struct vyi_lex *lex, const struct vyi_comment *c,
                             uint32_t *length);
/// A launch expression; messages name `what` 'name' (or NULL).
struct value vyi_parse_launch(struct parser *s, const char *what, const char *name, uint8_t want);
void vyi_parse_use(struct parser *s);
