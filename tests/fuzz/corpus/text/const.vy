program c
const A = 1 << 4
const B: u64 = A * 3
const F = 1e-6
const T: u8[4] = [1, 2, 'a', '\n']
in b : u32[]
const n = len(b) - 1
out o : u32[n, A]
each i in 0..n, k in 0..A { o[i, k] = T[k % 4] + u32(B) + u32(F) }
