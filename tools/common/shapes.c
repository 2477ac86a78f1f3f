// Params that are sizes, from the shapes of .npy arrays. A param that stands alone as a size of a
// buffer, as rows and cols in `in m : f32[rows, cols]`, is the size of that axis: where --set does
// not give it, the array that is bound does; where more than one gives it, all must agree.
#include "bindings.h"

#include <string.h>

/// The next size in "[rows, max(a, b), 3]", without blanks around it; false: there is none left.
/// `*at` begins at the text's start.
static bool next_size(const char **at, const char **size, size_t *length)
{
    int depth = 0;
    const char *c = *at;
    if (!*c || *c == ']')
        return false;
    c += strspn(c, "[, ");
    *size = c;
    for (; *c && (depth || (*c != ',' && *c != ']')); c++)
        depth += (*c == '(') - (*c == ')');
    *length = (size_t)(c - *size);
    *at = c;
    return true;
}

/// What gave a param its value.
struct origin {
    const char *option, *text; ///< "--set" or "--in", and what followed; NULL: nothing yet
    uint64_t value;
};

static int disagree(const struct bindings *b, const struct bound *to, const vy_param_info *p,
                    uint32_t axis, const struct origin *before)
{
    bool set = !strcmp(before->option, option_name(OPT_SET));
    print_error_at(
        b->where, "--in %s: axis %u of '%s', %s%s, has %llu; %s %s makes '%s' %llu; %s%s%s",
        to->text, axis, to->info.name, vy_type_name(to->info.elem), to->info.sizes,
        (unsigned long long)to->source.shape[axis], before->option, before->text, p->name,
        (unsigned long long)before->value, set ? "leave --set " : "bind arrays that agree",
        set ? p->name : "", set ? " out, or bind an array of that size" : "");
    return EXIT_WRONG;
}

/// Takes one axis of an array as the value of a param.
static int take_axis(struct bindings *b, const struct bound *to, const vy_param_info *p,
                     uint32_t axis, struct origin *origin)
{
    uint64_t size = to->source.shape[axis];
    if (origin->text)
        return origin->value == size ? EXIT_DONE : disagree(b, to, p, axis, origin);
    if (p->type == VY_TYPE_U32 && size > UINT32_MAX) {
        print_error_at(b->where, "--in %s: axis %u has %llu, which does not fit param '%s', a u32",
                       to->text, axis, (unsigned long long)size, p->name);
        return EXIT_WRONG;
    }
    *origin = (struct origin){option_name(OPT_IN), to->text, size};
    return EXIT_DONE;
}

/// Compares one param with the axes of one buffer.
static int take_buffer(struct bindings *b, const struct bound *to, const vy_param_info *p,
                       struct origin *origin)
{
    const char *at = to->info.sizes, *size;
    size_t length;
    int code = EXIT_DONE;
    for (uint32_t axis = 0; axis < to->info.rank && next_size(&at, &size, &length); axis++)
        if (strlen(p->name) == length && !memcmp(p->name, size, length)) {
            int one = take_axis(b, to, p, axis, origin);
            code = one ? one : code;
        }
    return code;
}

/// The --set of a param, and the value that was read from it.
static struct origin set_of(const struct bindings *b, const vy_param_info *p)
{
    struct origin origin = {0};
    for (size_t i = 0; i < b->given_count; i++) {
        const char *text = b->given[i].text;
        if (b->given[i].option == OPT_SET && strcspn(text, "=") == strlen(p->name) &&
            !memcmp(text, p->name, strlen(p->name)))
            origin = (struct origin){option_name(OPT_SET), text, 0};
    }
    for (size_t i = 0; origin.text && i < b->arg_count; i++)
        if (!strcmp(b->args[i].name, p->name))
            origin.value = b->args[i].bits;
    return origin;
}

int bindings_shapes(struct bindings *b)
{
    int code = EXIT_DONE;
    vy_param_info p;
    size_t arrays = 0;
    for (size_t i = 0; i < b->buffer_count; i++)
        arrays += b->buffers[i].source.rank > 0;
    for (size_t k = 0; arrays && k < b->param_count && !vy_program_param(b->program, k, &p); k++) {
        if (p.type != VY_TYPE_U32 && p.type != VY_TYPE_U64)
            continue;
        struct origin origin = set_of(b, &p);
        bool set = origin.text;
        for (size_t i = 0; i < b->buffer_count; i++) {
            const struct bound *to = &b->buffers[i];
            int one = to->source.rank && to->source.rank == to->info.rank
                          ? take_buffer(b, to, &p, &origin)
                          : EXIT_DONE;
            code = one ? one : code;
        }
        if (!set && origin.text) {
            b->params_set[k] = true;
            bindings_push(b, vy_arg_value(p.name, p.type, origin.value));
        }
    }
    return code;
}
