// Stores just past each end and far away, of one invocation and of all, in vectors and not.
// Again: vyre conform --device cpu --hostile tests/corpus/hostile/stores-far-and-wide.vy
//! --in x=iota:100 --in y=zeros:7 --in z=zeros:33
program far_and_wide
in x: u32[]
inout y: u8[]
inout z: u64[, 3]
out w: f64[5]
out a: atomic u32[3]
shared s: u16[9]
workgroup 33
grid 100
let me = gid.x
y[me - 1] = me
y[me + 7] = me
y[i64(me) * -4294967296] = 1
z[me, 3] = 1
z[11, me % 4] = 2
z[i32(me) - 50, x[me] % 5] = 3
w[5] = 1.5
w[x[me] * 0xffff_ffff] = 2.5
atomic_add(a[me * 2654435761], 1)
a[u64(me) << 33] += 1
s[me] = 7
s[lid.x - 1] = 8
barrier workgroup
