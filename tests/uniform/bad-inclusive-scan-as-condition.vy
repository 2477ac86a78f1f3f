// An inclusive scan, too, gives each invocation its own value.
program bad_inclusive_scan_as_condition
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if grid_iscan_add(1) == 1 {
    barrier workgroup // expect V100
}
