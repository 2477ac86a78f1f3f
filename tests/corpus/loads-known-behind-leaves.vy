// The same, behind statements that leave.
// Again: vyre test tests/corpus/loads-known-behind-leaves.vy --device vulkan
//! --in fixed_f32=zeros:0
program p
out b1: u32[0]
in fixed_f32: f32[0]
workgroup 1
grid 0

var f2 = 0.0
block L0 {
    f2 = fixed_f32[0u64]
}
block L1 {
    if false {
        leave L1
    }
    if false {
        leave L1
    }
    if fixed_f32[1u64] != 0.0 {
        leave L1
    }
}
b1[0] = bits(f2)
