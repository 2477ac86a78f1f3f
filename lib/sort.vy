// Sorting within a workgroup. For whole buffers see examples/radix.vy.

/// Sorts a shared buffer, ascending. Its length is a power of two; the workgroup has one axis. Call it
/// in workgroup-uniform flow; it begins and ends with a barrier.
fn sort_shared[T: number](t: shared T[]) {
    barrier workgroup
    var k = 2
    while k <= len(t) {
        var j = k / 2
        while j > 0 {
            for i in lid.x..len(t) step workgroup_size.x {
                let other = i ^ j
                if other > i {
                    let a = t[i]
                    let b = t[other]
                    if (a > b) == (i & k == 0) {
                        t[i] = b
                        t[other] = a
                    }
                }
            }
            barrier workgroup
            j /= 2
        }
        k *= 2
    }
}
