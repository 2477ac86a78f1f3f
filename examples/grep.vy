/// Where a pattern ends in a stream of bytes, each match once; docs/streams.md explains base and seen.
program grep
in    text    : u8[]
in    pattern : u8[]
param base    : u64 = 0             /// the number of text[0] in the whole stream
param seen    : u32 = 0             /// bytes at the beginning that the chunk before had too
param cap     : u32 = 1_000_000     /// rows kept of a chunk
out   found   : atomic u32[1]       /// rows found, also past cap
out   at      : u64[cap] @count(found)

each i in seen..len(text) {
    var same = i + 1 >= len(pattern)
    for k in 0..len(pattern) {
        same = same && text[i - k] == pattern[len(pattern) - 1 - k]
    }
    if same {
        let slot = atomic_add(found[0], 1)
        if slot < cap {
            at[slot] = base + u64(i)
        }
    }
}
//! --in text=text:banana --in pattern=text:ana --expect at=3,5
//! --in text=text:nana --in pattern=text:ana --set base=2 --set seen=2 --expect at=5
