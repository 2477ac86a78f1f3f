// A variable of the loop body starts anew in each round.
program ok_reassigned_before_use_in_inner_scope
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..k {
    var n = i
    n += 1
    if n == 2 { barrier grid }
}
