// Words that a condition inverts, in either arm, whose condition a subgroup has voted on, or is known,
// or is another lane's; and one whose inverse is of another word.
// Again: vyre test tests/corpus/inverted-by-votes.vy --device cuda
//! --in x=values:5,3,5,255,0,128,5,3 --expect alike=69,130,69,8,16,32,69,130 --expect y=4294967290,5,4294967292,4294967291,4294967290,5,4294967040,255,0,4294967294,128,4294967166,4294967290,5,4294967292,4294967291
program inverted_by_votes
in  x     : u32[]
out alike : u32[len(x)]
out y     : u32[len(x), 2]
workgroup 8
grid len(x)

let own = x[gid.x]
var same = 0xffffffff
for bit in 0..8 {
    let clear = own & 1 << bit == 0
    let have = subgroup_ballot(clear)
    same &= clear ? have : ~have
}
alike[gid.x] = same & 0xff
let odd = own % 2 == 1
let low = own & 4 != 0
y[gid.x, 0] = odd ? ~own : own
let other = own + 1
y[gid.x, 1] = low ? own : ~other
