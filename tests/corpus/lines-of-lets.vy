/// Loops that store whole lines of what lets say, where lets of the loop say where, and where they
/// stand beside another store.
program lines_of_lets
in  x     : u32[64]
out what  : u32[64] @cache(streaming)
out where : u32[64] @cache(streaming)
out base  : u32[64] @cache(streaming)
out outer : u32[64] @cache(streaming)
out two   : u32[64] @cache(streaming)
out both  : u32[64] @cache(streaming)
workgroup 1
grid 4

let w = gid.x
let first = 16 * w
for j in 0..16 {
    let i = 15 - j
    let v = x[i] * 3 + w
    what[16 * w + j] = v + i
}
for j in 0..16 {
    let at = first + j
    where[at] = x[j] * at
}
for j in 0..16 {
    let at = first
    base[at + j] = x[j] + 2
}
for j in 0..16 {
    let v = x[j + 16] << w
    outer[first + j] = v
}
for j in 0..16 {
    let v = x[j + w]
    two[16 * w + j] = v
    both[16 * w + j] = v + 1
}

//! --in x=iota:64
