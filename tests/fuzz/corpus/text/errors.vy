program e
in a : u32[]
out o : f32[len(a)]
let x = a[threadIdx.x] + 1.5
float y = 3;
o[gid.x] = x +
