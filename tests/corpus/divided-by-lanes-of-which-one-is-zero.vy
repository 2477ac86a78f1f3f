// Quotients and remainders of 64 bits whose divisors are numbers of lanes, the first of them 0, in one
// arm and a constant in the other: LLVM 19 took the arm with a 0 in it for no value at all.
// Again: vyre test tests/corpus/divided-by-lanes-of-which-one-is-zero.vy --device cpu --level 3
//! --expect a=18446744073709551615,3,1,1,0,0,0,0 --expect b=0,0,0,1,0,4,4,4 --expect d=0,1,0,0,0,0,0,0 --expect e=0,2,1,0,2,1,0,0 --expect f=0,0,0,1,0,4,4,1
//! --set c=3 --expect a=3,3,3,3,3,3,3,3 --expect b=0,0,0,0,0,0,0,0 --expect d=1,1,1,1,1,1,1,1 --expect e=0,2,1,0,2,1,0,2 --expect f=0,0,0,1,0,4,4,4
program p
param c: u32 = 7
out a: u64[8]
out b: u64[8]
out d: i64[8]
out e: i64[8]
out f: i64[8]
workgroup 8
grid 8
let me = lid.x
a[me] = 3u64 / (c > 3 ? u64(me) : 1u64)
b[me] = 4u64 % (c > 3 ? u64(me) : 1u64)
d[me] = 1i64 / (c > 3 ? i64(me) : 1i64)
e[me] = 2i64 / (me == c ? i64(me & 3) : i64(me % 3))
f[me] = 4i64 % (me == c ? i64(me & 3) : i64(me))
