// Every load is out of bounds, and no memory is behind the buffers.
// Again: vyre test tests/corpus/loads-of-empty-buffers.vy --device vulkan
//! --in x=zeros:0 --in b=zeros:0 --in w=zeros:0 --expect y=1,2,3,4,5
program p
in x: u32[]
in b: u8[]
in w: f64[]
out y: u32[5]
workgroup 4
grid 5

y[gid.x] = x[gid.x] + b[gid.x] + u32(w[gid.x * 3]) + gid.x + 1
