program g
in a : i32[]
out o : i32[len(a)]
workgroup 64
grid len(a)
let x = a[gid.x]
let s = workgroup_scan_add(x) + subgroup_iscan_max(x) + grid_min(x)
if workgroup_any(x > 3) { o[gid.x] = s + workgroup_broadcast(x, 3) + workgroup_load(a[wid.x]) }
let m = subgroup_ballot(x == 0) ^ u32(subgroup_shuffle(x, lane ^ 1))
if grid_all(m > 0) { barrier grid }
