// A driver knows what a buffer without elements holds: 0, with which it must not compute by itself.
// Again: vyre test tests/corpus/halves-of-empty-buffers.vy --device vulkan
//! --in h=zeros:0 --in b=zeros:0 --in x=values:-0.0,inf,-4 --expect q=0x7f800000,0x7f800000,0xff800000,0xff800000,0x7fc00000,0x7fc00000 --expect r=0x80000000,0,0x7fc00000,0x7fc00000,0x80000000,0x80000000
program p
in h: f16[0]
in b: bf16[0]
in x: f32[3]
out q: u32[6]
out r: u32[6]
workgroup 1
grid 1

q[0] = bits(0.25 / h[0])
q[1] = bits(0.25 / b[0])
q[2] = bits(x[2] / h[0])
q[3] = bits(x[2] / b[0])
q[4] = bits(h[0] / x[0])
q[5] = bits(b[0] / x[0])
r[0] = bits(x[0] - h[0])
r[1] = bits(x[0] + b[0])
r[2] = bits(x[1] * h[0])
r[3] = bits(x[1] * b[0])
r[4] = bits(h[0] * x[2])
r[5] = bits(b[0] * x[2])
