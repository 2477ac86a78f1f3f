// Whether a driver runs a loop of 70,000 passes to its end. src/dev/vulkan/probe.c computes the
// same.
program probe_loops
in  x : u32[1]
out y : u32[1]
workgroup 1
grid 1

var s = x[0]
for i in 0..70000 { s = s * 1664525 + 1013904223 ^ i }
y[0] = s
