// Uniform values of a vector that returned before it had them.
// Again: vyre test tests/corpus/uniform-values-of-the-dead.vy --device cpu
//! --in d=values:7,36,23,29,0,18,10,11,4,12,38,12,20,35,27,24,3,4,38,7,3,29,32,33,17,7,21,29,0,19,23,0,3,7,35,22,18,16,37,33,9,15,30,9,18,34,16,5,27,7,23,19,30,31,30,16,33,33,21,24,13,18,26,24 --expect x=193,193,193,193,64,64,64,64,64,64,64,64,64,64,64,64,193,193,193,193,64,0,0,0,0,0,0,0,0,0,0,0,196,196,196,196,65,65,65,65,65,65,65,65,65,65,65,65,196,196,196,196,65,0,0,0,0,0,0,0,0,0,0,0
program p
in d: u32[64]
out x: u32[64]
workgroup 32
grid 64

let me = gid.x
var u = 3
if me % 32 > 20 {
    return
}
u = len(d) + wid.x
barrier workgroup
x[me] = u
let v = u * 2
if me % 16 > 3 {
    return
}
u = v + 1
barrier workgroup
x[me] += u
