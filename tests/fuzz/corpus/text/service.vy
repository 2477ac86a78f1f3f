program d service
mapped box : atomic u32[64]
workgroup 32
grid 64
loop {
    if atomic_load(box[0], acquire, system) == 1 { break }
    pause()
    fence()
}
if clock() > 0 { atomic_store(box[1], 1, release, system) }
