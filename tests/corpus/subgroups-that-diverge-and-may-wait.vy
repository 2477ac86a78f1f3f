// Subgroups diverge around a collective, in a loop that the vulkan device takes for a waiting one.
//! --expect found=50
program subgroups_that_diverge_and_may_wait
out found: atomic u32[1]
out hits: u32[0]
workgroup 50
grid 1

for k11 in 0..1 {
    for k13 in 0..subgroup * 2 {
        let v14 = subgroup_add(0u32)
    }
    hits[atomic_add(found[0], 1)] = 0
    block L0 {
    }
}
