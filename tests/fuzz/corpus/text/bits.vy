program b
in b : u8[]
out o : u64[8]
workgroup 8
grid 8
let x = bits(1.5) ^ u32_at(b, gid.x) + 3
let y = unbits(u64_at(b, 3)) < 0.0f64 ? 1u64 : ~0u64
o[gid.x] = rotl(y, x) >> 3 | mulhi(y, 5) + u64(clz(x)) + ceil_div(y, 2) % 7
