/// NaNs that a machine makes or that come from outside are stored as the one NaN, whatever their
/// signs and bits.
program nans
in  x : f32[8]
in  w : f64[8]
out made : f32[8]
out wide : f64[8]
out copy : f32[8]
workgroup 8
grid 8

made[gid.x] = (x[gid.x] - x[gid.x]) / (x[gid.x] - x[gid.x])
wide[gid.x] = (w[gid.x] - w[gid.x]) / (w[gid.x] - w[gid.x])
copy[gid.x] = x[gid.x]

//! --in x=bits:0,1,0x7fc00000,0xffc00000,0x7f800001,0xff800123,0x7f800000,0x80000000 --in w=zeros:8
