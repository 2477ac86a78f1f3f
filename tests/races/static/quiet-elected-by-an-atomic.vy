// data --in x=iota:100
program p
in      x    : u32[]
scratch c    : atomic u32[4]
out     y    : u32[3]
out     n    : atomic u32[1]
out     rows : u32[len(x)] @count(n)
workgroup 32
grid len(x)
if gid.x >= len(x) { return }
if atomic_add(c[0], 1) == 0 { y[0] = 7 }
if atomic_compare_exchange(c[1], 0, 1) == 0 { y[1] = 8 }
let mine = atomic_add(c[2], 1)
if mine == len(x) - 1 { y[2] = 9 }
if x[gid.x] % 2 == 0 { rows[atomic_add(n[0], 1)] = x[gid.x] }
