// A scan gives each invocation its own value.
program bad_scan_as_condition
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if grid_scan_add(1) == 0 {
    barrier workgroup // expect V100
}
