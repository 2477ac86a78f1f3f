// Whether releases arrive: the workgroup that is the last to count itself reads what all others
// wrote before.
program probe_releases
out data : u32[4096]
out done : atomic u32[1]
out seen : u32[1]
workgroup 1
grid 4096

data[wid.x] = wid.x + 1
if atomic_add(done[0], 1, acq_rel, device) == 4095 {
    var sum = 0
    for i in 0..4096 { sum += u32(data[i] == i + 1) }
    seen[0] = sum
}
