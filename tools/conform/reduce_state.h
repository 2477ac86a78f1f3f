// The reducer from inside: the smallest failing program so far as a list of lines.
#ifndef VYRE_TOOL_REDUCE_STATE_H
#define VYRE_TOOL_REDUCE_STATE_H

#include "reduce.h"

/// Less is smaller: fewer lines, then fewer words and marks, then smaller numbers and inputs.
struct reduce_cost {
    uint64_t lines, tokens, weight;
};

struct reduce_state {
    const struct reduce_params *params;
    struct reduce_case *best;
    struct reduce_stats *stats;
    struct reduce_cost cost;
    vy_device *oracle; ///< for the race check
    double start;
    uint64_t most_work; ///< invocations and bytes of a candidate
    char *split;        ///< best->text, cut into lines
    char **lines;
    size_t count;
    uint64_t *seen; ///< hashes of what was tried; 0: free
    size_t seen_room, seen_count;
};

/// A program in the making: lines of the state and others.
struct draft {
    const char **at;
    size_t count, room;
};
/// Room for all lines of the state and `more`.
struct draft draft_begin(const struct reduce_state *s, size_t more);
void draft_add(struct draft *d, const char *line);
/// Lines from..to of the state.
void draft_lines(struct draft *d, const struct reduce_state *s, size_t from, size_t to);
/// Tries it, and frees it either way. True: it is the best now, and the lines are others.
bool draft_try(struct reduce_state *s, struct draft *d);
/// The state's lines with one of them changed.
bool reduce_try_line(struct reduce_state *s, size_t line, const char *text);
bool reduce_try_text(struct reduce_state *s, const char *text);
/// Takes the inputs over where that succeeds; frees them otherwise.
bool reduce_try_inputs(struct reduce_state *s, struct reduce_case *c);
bool reduce_over(const struct reduce_state *s); ///< a limit is met

// ---- lines ----
bool line_opens(const char *line);  ///< ends with '{'
bool line_closes(const char *line); ///< begins with '}'
/// One past the last line of the statement that begins there, `else` parts included.
size_t unit_end(const struct reduce_state *s, size_t line);
/// The line that closes the block which this line opens.
size_t block_end(const struct reduce_state *s, size_t line);

// ---- tokens ----
enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK };
struct token {
    enum token_kind kind;
    const char *at;
    size_t length;
};
/// The token at or after `text`; a mark is one to three characters as in the language.
struct token token_next(const char *text);
bool token_is(const struct token *t, const char *text);
/// How often a word stands in a line.
size_t line_uses(const char *line, const char *word);
/// The line with each use of the word replaced; to be freed.
char *line_replace(const char *line, const char *word, const char *by);
struct reduce_cost reduce_cost(const char *text, const struct reduce_case *inputs);

// ---- the passes; each true where it made the program smaller ----
bool reduce_statements(struct reduce_state *s); ///< leaves statements and declarations out
bool reduce_unwrap(struct reduce_state *s);     ///< puts bodies in place of what is around them
bool reduce_names(struct reduce_state *s);      ///< leaves a name out, or puts its value in place
bool reduce_declarations(struct reduce_state *s);
bool reduce_expressions(struct reduce_state *s);
bool reduce_literals(struct reduce_state *s);
bool reduce_inputs(struct reduce_state *s);

// ---- inputs ----
struct reduce_case case_copy(const struct reduce_case *c, const char *text);
/// Gives the inputs the sizes that the program states; false where those cannot be computed or are
/// more than `most` bytes or invocations (0: any).
bool case_fit(struct reduce_case *c, vy_program *program, uint64_t most);
/// Whether the host gives bytes for it.
bool case_takes(const vy_buffer_info *info);

#endif
