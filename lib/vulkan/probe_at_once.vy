// How many of 64 workgroups have begun when one of them has seen no other begin for 400,000 polls.
program probe_at_once
out begun : atomic u32[1]
out most  : atomic u32[1]
out done  : atomic u32[1]
workgroup 1
grid 64

begun[0] += 1
var polls = 0
var seen = 0
while polls < 400000 && seen < 64 && done[0] == 0 {
    polls += 1
    let now = atomic_load(begun[0])
    polls = now == seen ? polls : 0
    seen = now
}
if atomic_exchange(done[0], 1) == 0 { atomic_store(most[0], seen) }
