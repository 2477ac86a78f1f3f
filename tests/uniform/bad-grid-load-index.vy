// A grid load needs a grid-uniform index.
program bad_grid_load_index
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

y[gid.x] = grid_load(s[wid.x]) // expect V102
