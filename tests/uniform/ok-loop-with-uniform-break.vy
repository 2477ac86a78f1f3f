// Everybody breaks in the same round.
program ok_loop_with_uniform_break
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var n = 0
loop {
    barrier grid
    n += 1
    if n == k { break }
}
