// Two buffers of one call that are alike, each with memory of its own whatever calls came before.
// Again: vyre test tests/corpus/alike-memory-of-calls.vy --device cpu
program alike_memory_of_calls
out y : u32[4]
workgroup 4
grid 4
fn both(from: u32) -> u32 {
    shared a : u32[4]
    shared b : u32[4]
    a[lid.x] = from + lid.x
    b[lid.x] = 10 * (from + lid.x)
    barrier workgroup
    let sum = a[3 - lid.x] + b[lid.x]
    barrier workgroup
    return sum
}
let one = both(1)
let two = both(one)
y[gid.x] = two

//! --expect y=184,274,364,454
