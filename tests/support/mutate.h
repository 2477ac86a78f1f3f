// Spoils texts and wire bytes, in ways that get past the first check more often than noise does.
#ifndef TESTS_SUPPORT_MUTATE_H
#define TESTS_SUPPORT_MUTATE_H

#include "support/rng.h"

#include <stddef.h>

/// Bytes that grow; `at` is from malloc, with a zero behind the last byte.
struct bytes {
    unsigned char *at;
    size_t count;
};
void bytes_replace(struct bytes *b, size_t from, size_t to, const void *by, size_t count);
void bytes_free(struct bytes *b);

/// One to some changes: bytes flipped, tokens deleted, doubled, swapped or replaced by other
/// words, the end cut off, a piece of `other` put in.
void mutate_text(struct rng *r, struct bytes *text, const struct bytes *other);

/// One to some changes of words, bytes and lengths. With `rehash` the hash in the header is made
/// right again, so that what follows it is looked at.
void mutate_wire(struct rng *r, struct bytes *wire, const struct bytes *other, bool rehash);

/// Where the hash of a wire file stands, and what it covers.
enum { WIRE_HASH = 8, WIRE_BODY = 40 };

#endif
