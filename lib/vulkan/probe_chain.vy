// Hand-offs: each of 400 workgroups waits for the one that began before it, reads what that wrote
// to plain memory, and passes it on. A workgroup gives up when nothing has changed for 400,000
// polls: no other one runs then.
program probe_chain
out next : atomic u32[1]
out flag : atomic u32[401]
out data : u32[401]
out seen : atomic u32[2]    // how many gave up; how many read a value that was not the one released
workgroup 1
grid 400

let me = atomic_add(next[0], 1)
var polls = 0
var ready = me == 0
var moved = 0
while !ready && polls < 400000 {
    polls += 1
    ready = atomic_load(flag[me], acquire, device) == 1
    let now = atomic_load(next[0])
    polls = now == moved ? polls : 0
    moved = now
}
if ready {
    if data[me] != me { seen[1] += 1 }
    data[me + 1] = me + 1
} else {
    seen[0] += 1
}
atomic_store(flag[me + 1], 1, release, device)
