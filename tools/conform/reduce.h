// Makes a program that fails smaller, as long as it still fails. Over the public headers alone.
//
// It works on text, in the form in which vy_program_print() gives it: every change is tried by
// parsing and verifying the changed text, so that no rule of the language is known twice, and what
// comes out is what a person reads. What does not parse is thrown away in microseconds; what costs
// time is asking whether a smaller program still fails.
#ifndef VYRE_TOOL_REDUCE_H
#define VYRE_TOOL_REDUCE_H

#include "tools/common/cli.h"

enum { REDUCE_NAME = 64, REDUCE_EXPECTED = 64 }; ///< of a buffer a test line holds so many elements

/// The bytes of a buffer that the host gives, or the value of a param; by name.
struct reduce_input {
    char name[REDUCE_NAME];
    bool param;
    uint64_t bits; ///< of a param: integers zero-extended, floats as their bits
    unsigned char *data;
    uint64_t bytes;
};

/// A program and what it is given. An input that the program does not have is left out, one that
/// is not here is zeros, or the param's default.
struct reduce_case {
    char *text;
    struct reduce_input *inputs;
    size_t input_count;
    bool lost_rows; ///< its @count outputs may lose rows
};
/// Copies what it is given.
void reduce_case_text(struct reduce_case *c, const char *text);
void reduce_case_data(struct reduce_case *c, const char *name, const void *data, uint64_t bytes);
void reduce_case_value(struct reduce_case *c, const char *name, uint64_t bits);
/// Gives every buffer of the program that the host binds an input of the size that it has, zeros
/// where there was none; false where sizes cannot be computed.
bool reduce_case_fit(struct reduce_case *c, vy_program *program);
/// The input of a name; NULL: there is none.
const struct reduce_input *reduce_case_find(const struct reduce_case *c, const char *name,
                                            bool param);
void reduce_case_free(struct reduce_case *c);

struct reduce_params {
    /// Parsing, verifying and the race check happen here. Its diagnostics are those of thousands
    /// of broken programs: let it drop them.
    vy_context *context;
    /// Whether the failure shows. `program` is c->text, verified; its inputs have the sizes that it
    /// states. Must give the same answer each time, and end: give dispatches a deadline.
    bool (*fails)(void *user, vy_program *program, const struct reduce_case *c);
    void *user;
    /// A program counts only where the race detector calls it settled, or an assert stops it: one
    /// that is not may differ for no fault of the device.
    bool settled;
    uint64_t most_tries;                                        ///< calls of `fails`; 0: 20,000
    double most_ms;                                             ///< in all; 0: no limit
    void (*progress)(void *user, size_t lines, uint64_t tries); ///< after each success; or NULL
};

struct reduce_stats {
    size_t lines_before, lines; ///< of the text as it is printed
    uint64_t candidates;        ///< texts made
    uint64_t tries;             ///< of them asked `fails`
    uint64_t accepted;
    double ms;
};

/// Makes `c` as small as it can; false, and `c` as it was, where it does not fail as it is, parsed
/// and printed again. Reducing the result once more changes nothing, unless a limit was met.
bool reduce_run(const struct reduce_params *params, struct reduce_case *c,
                struct reduce_stats *stats);

// ---- running a case ----
/// The arguments of a dispatch, and what it leaves.
struct reduce_bound {
    vy_arg *args; ///< ends with vy_arg_end()
    size_t count; ///< of buffers; the lists are by buffer of the program
    unsigned char **memory;
    uint64_t *bytes;
    vy_buffer **resident;
};
/// false where the sizes of the program cannot be computed or memory on the device runs out.
/// Outputs are full of 0xee.
bool reduce_bind(vy_program *program, const struct reduce_case *c, vy_device *device,
                 struct reduce_bound *b);
/// Fetches what stays on the device: all that the host can see is in `memory` then.
vy_status reduce_fetch(struct reduce_bound *b);
void reduce_unbind(struct reduce_bound *b);

// ---- a file that `vyre test` and the corpus replay ----
struct reduce_file {
    const char *found;   ///< a sentence: what was wrong, where; put into a remark
    const char *command; ///< of the device and route that failed: "--device cpu --route host"
    const char *path;    ///< where it will lie, for the command; NULL: "FILE"
    const char *again;   ///< what shows it where `vyre test` does not; NULL: `vyre test`
    bool hostile;        ///< its outputs do not count: the line holds inputs alone
};
/// Appends the text of the file: remarks, the line `//!` with inputs and what the oracle gives, the
/// program. False where such a line cannot say it all: the oracle does not end, or there are too
/// many values. The file is made all the same, and says so.
bool reduce_write(const struct reduce_case *c, const struct reduce_file *f, struct text *out);

#endif
