// Whether the driver's subgroups compute what the language says: each invocation compares with loops
// over the values of its subgroup and its workgroup. The last subgroup of a workgroup is not full.
program probe_subgroups
in  x     : u32[144]
out right : u32[144]
workgroup 72
grid 144

let v = x[gid.x]
let first = gid.x - lane
let end = min(first + 32, wid.x * 72 + 72)
let sum = subgroup_add(v)
let before = subgroup_scan_add(v)
let most = subgroup_iscan_max(v)
let across = subgroup_shuffle(v, lane ^ 5)
let thirds = subgroup_ballot(v % 3 == 0)
let some = subgroup_any(v % 37 == 0)
let every = subgroup_all(v % 19 != 0)
let seventh = subgroup_broadcast(v, 7)
let total = workgroup_add(v)
let running = workgroup_scan_add(v)
var apart = 0
if subgroup > 0 {
    let least = subgroup_min(v)
    apart = least
}
var s = 0
var b = 0
var m = 0
var bits_of = 0
var any_of = false
var all_of = true
var low = 0xffffffff
for i in first..end {
    let w = x[i]
    s += w
    b += i < gid.x ? w : 0
    m = i <= gid.x ? max(m, w) : m
    bits_of |= u32(w % 3 == 0) << (i - first)
    any_of = any_of || w % 37 == 0
    all_of = all_of && w % 19 != 0
    low = min(low, w)
}
var t = 0
var r = 0
for i in wid.x * 72..wid.x * 72 + 72 {
    t += x[i]
    r += i < gid.x ? x[i] : 0
}
let other = first + (lane ^ 5)
right[gid.x] = u32(sum == s && before == b && most == m)
    | u32(across == (other < end ? x[other] : 0)) << 1
    | u32(thirds == bits_of) << 2
    | u32(some == any_of && every == all_of) << 3
    | u32(seventh == x[first + 7]) << 4
    | u32(total == t && running == r) << 5
    | u32(apart == (subgroup > 0 ? low : 0)) << 6
