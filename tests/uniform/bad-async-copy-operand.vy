// And so are its operands.
program bad_async_copy_operand
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

async_copy(t, 0, x, gid.x, 64) // expect V102
wait()
