// Workgroup-uniform operands in workgroup-uniform flow.
program ok_async_copy
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if wid.x < 4 {
    async_copy(t, 0, x, wid.x * 64, 64)
    wait()
    y[gid.x] = t[lid.x]
}
