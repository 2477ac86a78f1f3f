// A loop that runs lane by lane, for its atomics, counts with a variable that is the same for all
// lanes: each lane has all passes, not the first lane alone.
//! --expect n=168 --expect y=21,21,21,21,21,21,21,21
program counts_of_lanes_one_by_one
out n : atomic u64[1]
out y : atomic i64[8]
workgroup 8
grid 8
var v = 0
while v < 3 {
    v += 1
    n[0] += u64(atomic_add(y[gid.x], 7i64))
    let o = atomic_and(y[gid.x], 9223372036854775807i64)
}
