// A copy to a place before its target begins with the first element that lands inside.
// Again: vyre test tests/corpus/copy-to-before-its-target.vy --device cpu
//! --in x=iota:40 --expect y[0..20]=1107,1108,1109,1110,1111,1112,1113,1114,1115,1116,1117,1118,1119,1120,1121,1122,1123,1100,1100,1100 --expect y[32..34]=1106,1107
program p
in     x      : u32[40]
out    y      : u32[64]
shared before : u32[32]
shared target : u32[32]
shared behind : u32[32]
workgroup 32
grid 64

before[lid.x] = 100
behind[lid.x] = 1000
barrier workgroup
async_copy(target, i32(wid.x) - 3, x, 4, 20)
wait()
y[gid.x] = before[lid.x] + target[lid.x] + behind[lid.x]
