// Loops of a few passes, which a driver may unroll, with an atomic operation that orders memory.
program probe_unroll
inout passes : atomic u32[5]
workgroup 1
grid 1

var i = 0
while i < 2 {
    atomic_add(passes[0], 1, acq_rel, device)
    i += 1
}
i = 0
while i < 3 {
    atomic_add(passes[1], 1, acquire, device)
    i += 1
}
for k in 0..5 { atomic_add(passes[2], k, acq_rel, device) }
var sum = 0
for k in 0..3 { sum += atomic_load(passes[3], acquire, device) + 1 }
passes[4] += sum
