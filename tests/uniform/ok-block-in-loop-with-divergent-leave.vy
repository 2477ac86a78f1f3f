// The block ends before the round does, so the barrier is reached by all.
program ok_block_in_loop_with_divergent_leave
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
    block skip {
        barrier workgroup
        if x[gid.x] == i { leave skip }
        t[lid.x] += 1
    }
    barrier workgroup
}
