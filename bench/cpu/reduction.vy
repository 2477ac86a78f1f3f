/// The sum of all elements, modulo 2^32. Each subgroup sums a stretch of its own.
program reduction
in    x   : u32[]
out   sum : atomic u32[1]
const W      = 256
const ROUNDS = 64
workgroup W
grid ceil_div(len(x), ROUNDS)

let first = (wid.x * (W / 32) + subgroup) * (32 * ROUNDS) + lane
var mine = 0
for r in 0..ROUNDS { mine += x[first + r * 32] }
let all = subgroup_add(mine)
if lane == 0 { sum[0] += all }

//! --in x=values:1,2,3,4294967295 --expect sum=5
//! --in x=iota:100000 --expect sum=704982704
