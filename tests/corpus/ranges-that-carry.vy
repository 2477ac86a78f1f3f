// Several ranges of `each`, with more indices than invocations: each digit carries into the next.
// Again: vyre test tests/corpus/ranges-that-carry.vy --device vulkan
//! --expect t=5565
program p
out x : u32[7, 5, 3]
out t : atomic u32[1]
workgroup 4
grid 8

each i in 0..7, j in 0..5, k in 0..3 {
    x[i, j, k] = 100 * i + 10 * j + k
    t[0] += 1 + 15 * i + 3 * j + k
}
