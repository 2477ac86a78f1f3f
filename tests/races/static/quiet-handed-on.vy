// data --in x=values:41
program p
in      x    : u32[]
scratch data : u32[1]
scratch flag : atomic u32[1]
out     y    : u32[1]
workgroup 1
grid 2
if gid.x == 0 {
    data[0] = x[0] + 1
    atomic_store(flag[0], 1, release)
} else {
    while atomic_load(flag[0], acquire) == 0 {}
    y[0] = data[0]
}
