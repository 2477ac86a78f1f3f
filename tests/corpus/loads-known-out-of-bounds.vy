// Mesa 25 crashed over selects of the addresses of loads that it knew to be out of bounds.
// Again: vyre test tests/corpus/loads-known-out-of-bounds.vy --device vulkan
//! --expect fixed_bool=false
program p
out fixed_bool: bool[1]
workgroup 1
grid 0

loop {
    if false {
        break
    }
    if fixed_bool[1] {
        break
    }
    if fixed_bool[0] {
        continue
    }
}
