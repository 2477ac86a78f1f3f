// SwiftShader's optimiser took the largest of a constant and a value that a loop changes for a
// constant: in the serial shape a workgroup's maximum was the value before the first invocation.
//! --expect u=5 --expect i=0 --expect k=3
program extremes_of_constants
out u : u32[1]
out i : i32[1]
out k : u32[1]
workgroup 1
grid 1

u[0] = workgroup_max(5)
i[0] = workgroup_max(0i32)
var low = 9
for j in 0..u[0] - 4 { low = min(low, 3) }
k[0] = low
