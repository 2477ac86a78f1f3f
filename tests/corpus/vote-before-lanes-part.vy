// The answer of a vote that only lanes which are still alive use: ptxas asked again where only these
// were, and waited for the others for ever (docs/upstream-bugs.md).
// Again: vyre test tests/corpus/vote-before-lanes-part.vy --device cuda
//! --in first=iota:105 --in bytes=iota:40 --in flags=values:0,1,0,0 --in words=iota:8 --in longs=values:21990232555525,55834574848006,74766790688775 --in floats=values:1,2,3,4,5,6,7 --in shorts=values:1,2,3,4,5,6,7 --expect y[0..16]=5124,5125,5126,5127,5128,5129,5130,5131,5132,5133,5134,5135,5136,5137,5138,5139
program vote_before_lanes_part
workgroup 7
grid 100
param   count  : u32 = 12
in      first  : u32[105]
in      bytes  : u8[40]
in      flags  : bool[4]
in      words  : u32[8]
in      longs  : u64[3]
uniform floats : f32[7]
uniform shorts : i16[7]
shared  table  : u32[7]
out     y      : u32[105]
let me = wid.x * 7 + lid.x
let all = bool(floats[words[2] % 8]) ? grid_xor(longs[me & 3]) : longs[0]
let short = shorts[min(words[count % 9], 128) % 8]
var kept : u64[3]
let zero = kept[2]
let ratio = all / (u64_at(bytes, 1) - longs[first[45] % 4])
if subgroup_all(zero > zero) {
    var passes = 3
    while passes > 0 { passes -= 1 }
    block inner {
        kept[count % 4] += u64(workgroups.z)
        if flags[me & 1] { leave inner }
        if table[lid.x] % 5 < 1 {}
        if max(1671710900u64, u64_at(bytes, 4)) != ctz(ratio) { return }
    }
}
barrier grid
y[me] = y[me] * 3 + u32(all >> 32) + u32(short) + u32(kept[1] >> 32) + u32(zero) + u32(ratio) + me
