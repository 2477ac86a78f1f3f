// The copy belongs to the whole workgroup.
program bad_async_copy_divergent
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if lid.x < 32 {
    async_copy(t, 0, x, 0, 64) // expect V101
    wait() // expect V101
}
