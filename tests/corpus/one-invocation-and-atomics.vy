// A driver that has other lanes beside a workgroup of one invocation counted their passes too, and
// ended the loops behind the first one early, in silence.
// Again: vyre test tests/corpus/one-invocation-and-atomics.vy --device vulkan
program lone
out done  : atomic u32[1]
out taken : atomic u32[1]
workgroup 1
grid 1
while atomic_add(taken[0], 1) < 10 { done[0] += 1 }
for i in 0..20 { done[0] += 1 }
var k = 0
while k < 20 {
    done[0] += 1
    k += 1
}

//! --expect done=50 --expect taken=11
