program p
const T: u32[2] = [-5u32, u32(~0u64 >> 40)]
const A = -(3u32)
out o : u32[2]
each i in 0..2 { o[i] = T[i] + A }
