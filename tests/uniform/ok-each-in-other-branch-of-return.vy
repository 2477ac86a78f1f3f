// Whoever returns is not in this branch.
program ok_each_in_other_branch_of_return
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if k == 0 {
    if lid.x == 1 { return }
    y[gid.x] = 2
} else {
    each e in 0..len(x) { y[e] = 1 }
}
