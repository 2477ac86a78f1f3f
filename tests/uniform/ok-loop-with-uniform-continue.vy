// Everybody skips the same rounds.
program ok_loop_with_uniform_continue
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
    if i % 2 == 0 { continue }
    barrier grid
}
