// Reduction of a failing program: tries changes until none makes it smaller.
//
// Delta debugging in the shape of the program: chunks of statements of a block, from large to
// small, outer blocks first; then bodies instead of loops, values instead of names, parts instead
// of expressions, small numbers instead of large ones, zeros instead of inputs. A change is taken
// only where the text costs less afterwards, so the rounds end.
#include "reduce_state.h"
#include "tools/conform/gen/random.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TRIES = 20000, LEAST_WORK = 1 << 16, RACE_MS = 10000 };

// ---- the text as lines ----
static bool is_layout(const char *line)
{
    return !*line || !strncmp(line, "//", 2);
}

/// Whether a bracket is still open at the end of the line: a table goes on in the next one.
static bool goes_on(const char *line)
{
    long open = 0;
    for (struct token t = token_next(line); t.kind; t = token_next(t.at + t.length))
        open += t.kind == TOKEN_MARK ? (*t.at == '[') - (*t.at == ']') : 0;
    return open > 0;
}

/// Without remarks, empty lines and indentation, one statement a line; to be freed.
static char *plain(const char *text)
{
    struct text out = {0};
    while (*text) {
        const char *line = text + strspn(text, " \t");
        size_t length = strcspn(line, "\n");
        char *copy = must_alloc(length + 1);
        memcpy(copy, line, length);
        if (!is_layout(copy)) {
            text_add(&out, copy, length);
            const char *from = strrchr(out.at, '\n');
            text_add(&out, goes_on(from ? from + 1 : out.at) ? " " : "\n", 1);
        }
        free(copy);
        text = line + length + (line[length] == '\n');
    }
    text_add(&out, "", 0);
    return out.at;
}

static void split(struct reduce_state *s)
{
    size_t lines = 1, length = strlen(s->best->text);
    free(s->split);
    free(s->lines);
    for (const char *at = s->best->text; *at; at++)
        lines += *at == '\n';
    s->split = must_alloc(length + 1);
    s->lines = must_alloc(lines * sizeof *s->lines);
    memcpy(s->split, s->best->text, length + 1);
    s->count = 0;
    for (char *line = strtok(s->split, "\n"); line; line = strtok(NULL, "\n"))
        s->lines[s->count++] = line;
}

// ---- what was tried ----
static uint64_t mix(uint64_t hash, const void *data, uint64_t bytes)
{
    const unsigned char *at = data;
    for (uint64_t i = 0; i < bytes; i++)
        hash = (hash ^ at[i]) * 0x100000001b3;
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const char *text, const struct reduce_case *c)
{
    uint64_t hash = mix(0xcbf29ce484222325, text, strlen(text));
    for (size_t i = 0; i < c->input_count; i++) {
        const struct reduce_input *in = &c->inputs[i];
        hash = mix(hash, in->name, strlen(in->name));
        hash = mix(hash, in->param ? (const void *)&in->bits : in->data,
                   in->param ? sizeof in->bits : in->bytes);
    }
    return hash ? hash : 1;
}

static void seen_grow(struct reduce_state *s)
{
    uint64_t *old = s->seen;
    size_t room = s->seen_room;
    s->seen_room = room ? 2 * room : 4096;
    s->seen = must_alloc(s->seen_room * sizeof *s->seen);
    for (size_t i = 0; i < room; i++) {
        size_t k = old[i] & (s->seen_room - 1);
        while (old[i] && s->seen[k])
            k = (k + 1) & (s->seen_room - 1);
        if (old[i])
            s->seen[k] = old[i];
    }
    free(old);
}

/// Whether it is the first time.
static bool see(struct reduce_state *s, uint64_t hash)
{
    if (2 * s->seen_count >= s->seen_room)
        seen_grow(s);
    size_t k = hash & (s->seen_room - 1);
    for (; s->seen[k]; k = (k + 1) & (s->seen_room - 1))
        if (s->seen[k] == hash)
            return false;
    s->seen[k] = hash;
    s->seen_count++;
    return true;
}

// ---- trying ----
bool reduce_over(const struct reduce_state *s)
{
    const struct reduce_params *p = s->params;
    return s->stats->tries >= (p->most_tries ? p->most_tries : DEFAULT_TRIES) ||
           (p->most_ms > 0 && now_ms() - s->start > p->most_ms);
}

static vy_program *parse(vy_context *context, const char *text)
{
    vy_program *program = NULL;
    if (!vy_program_parse(context, vy_parse_params(.text = text, .name = CONFORM_NAME), &program) &&
        vy_program_verify(program))
        vy_program_destroy(&program);
    return program;
}

/// The text of a program as the reducer keeps it; NULL where it cannot be printed.
static char *printed(vy_context *context, vy_program *program)
{
    char *text = NULL;
    size_t size;
    if (vy_program_print(program, &text, &size))
        return NULL;
    char *own = plain(text);
    vy_memory_free(context, text);
    return own;
}

static bool is_settled(struct reduce_state *s, vy_program *program, const struct reduce_case *c)
{
    struct reduce_bound b;
    vy_race_report report = {0};
    if (!reduce_bind(program, c, s->oracle, &b))
        return false;
    vy_status status = vy_check_race(
        program, vy_race_params(.args = b.args, .schedules = 4, .deadline_ms = RACE_MS), &report);
    reduce_unbind(&b);
    return !status || (status == VY_ERROR_ASSERT && report.verdict == VY_VERDICT_SETTLED);
}

static bool is_less(const struct reduce_cost *a, const struct reduce_cost *b)
{
    if (a->lines != b->lines)
        return a->lines < b->lines;
    return a->tokens != b->tokens ? a->tokens < b->tokens : a->weight < b->weight;
}

static void take(struct reduce_state *s, struct reduce_case *c, const struct reduce_cost *cost)
{
    reduce_case_free(s->best);
    *s->best = *c;
    s->cost = *cost;
    s->stats->accepted++;
    s->stats->lines = cost->lines;
    split(s);
    if (s->params->progress)
        s->params->progress(s->params->user, cost->lines, s->stats->tries);
}

/// `first`: whatever it costs.
static bool try_case(struct reduce_state *s, const char *text, const struct reduce_case *inputs,
                     bool first)
{
    const struct reduce_params *p = s->params;
    vy_program *program = NULL;
    bool good = false;
    s->stats->candidates++;
    if (reduce_over(s) || !see(s, hash_of(text, inputs)) || !(program = parse(p->context, text)))
        return false;
    char *own = printed(p->context, program);
    if (own) {
        struct reduce_case c = case_copy(inputs, own);
        bool fits = case_fit(&c, program, first ? 0 : s->most_work);
        struct reduce_cost cost = reduce_cost(own, &c);
        if (fits && (first || is_less(&cost, &s->cost))) {
            s->stats->tries++;
            good = p->fails(p->user, program, &c) && (!p->settled || is_settled(s, program, &c));
        }
        if (good)
            take(s, &c, &cost);
        else
            reduce_case_free(&c);
    }
    free(own);
    vy_program_destroy(&program);
    return good;
}

bool reduce_try_text(struct reduce_state *s, const char *text)
{
    return try_case(s, text, s->best, false);
}

bool reduce_try_inputs(struct reduce_state *s, struct reduce_case *c)
{
    bool good = try_case(s, s->best->text, c, false);
    reduce_case_free(c);
    return good;
}

// ---- drafts ----
struct draft draft_begin(const struct reduce_state *s, size_t more)
{
    struct draft d = {.room = s->count + more};
    d.at = must_alloc(d.room * sizeof *d.at);
    return d;
}

void draft_add(struct draft *d, const char *line)
{
    if (d->count < d->room)
        d->at[d->count++] = line;
}

void draft_lines(struct draft *d, const struct reduce_state *s, size_t from, size_t to)
{
    for (; from < to && from < s->count; from++)
        draft_add(d, s->lines[from]);
}

bool draft_try(struct reduce_state *s, struct draft *d)
{
    struct text text = {0};
    for (size_t i = 0; i < d->count; i++)
        text_printf(&text, "%s\n", d->at[i]);
    free(d->at);
    *d = (struct draft){0};
    bool good = text.at && reduce_try_text(s, text.at);
    text_free(&text);
    return good;
}

bool reduce_try_line(struct reduce_state *s, size_t line, const char *text)
{
    struct draft d = draft_begin(s, 0);
    draft_lines(&d, s, 0, line);
    draft_add(&d, text);
    draft_lines(&d, s, line + 1, s->count);
    return draft_try(s, &d);
}

// ---- rounds ----
static void rounds(struct reduce_state *s)
{
    static bool (*const passes[])(struct reduce_state *) = {
        reduce_statements,  reduce_unwrap,       reduce_names,    reduce_statements,
        reduce_expressions, reduce_declarations, reduce_literals, reduce_inputs,
    };
    for (bool again = true; again && !reduce_over(s);) {
        again = false;
        for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
            again |= passes[i](s);
    }
}

/// As it is printed: indented, for a person.
static void lay_out(vy_context *context, struct reduce_case *c)
{
    vy_program *program = parse(context, c->text);
    char *text = NULL;
    size_t size;
    if (program && !vy_program_print(program, &text, &size))
        reduce_case_text(c, text);
    vy_memory_free(context, text);
    vy_program_destroy(&program);
}

bool reduce_run(const struct reduce_params *params, struct reduce_case *c,
                struct reduce_stats *stats)
{
    struct reduce_stats unasked;
    struct reduce_state s = {.params = params, .best = c, .start = now_ms()};
    s.stats = stats ? stats : &unasked;
    *s.stats = (struct reduce_stats){0};
    if (params->settled &&
        vy_device_open(params->context, vy_device_params(.name = "oracle"), &s.oracle))
        return false;
    bool fails = try_case(&s, c->text, c, true);
    if (fails) {
        uint64_t bytes = 0;
        for (size_t i = 0; i < c->input_count; i++)
            bytes += c->inputs[i].bytes;
        s.most_work = bytes > LEAST_WORK ? bytes : LEAST_WORK;
        s.stats->lines_before = s.count;
        rounds(&s);
        lay_out(params->context, c);
    }
    s.stats->ms = now_ms() - s.start;
    vy_device_close(&s.oracle);
    free(s.split);
    free(s.lines);
    free(s.seen);
    return fails;
}
