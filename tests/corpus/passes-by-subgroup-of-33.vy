// Another number of passes with a collective and an atomic in each subgroup, the last of one lane.
//! --expect found=2
program passes_by_subgroup_of_33
out found: atomic u32[1]
out hits: u32[0]
workgroup 33
grid 1

for k15 in 0..subgroup * 2 step 1 {
    let v23 = subgroup_max(0u32)
    hits[atomic_add(found[0], 1)] = 0
}
