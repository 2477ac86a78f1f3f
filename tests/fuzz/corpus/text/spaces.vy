program p
use "bits.vy" as b
use "hash.vy" as h
out y : u32[2]
workgroup 1
grid 1
y[0] = b.floor_log2(h . mix32(1)) + b.align_up(h.
    mix32(2), 4)
let c = b.has_bit(y, 1) ? b.none : b
