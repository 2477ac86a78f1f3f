/// Radix sort of u32 keys, eight bits a pass. Each invocation counts and places a stretch of keys; a
/// workgroup is one invocation, so that it counts in shared memory without atomics.
program sort
in      src    : u32[]
param   chunks : u32 = 64           /// stretches
const   n      = len(src)
const   size   = ceil_div(n, chunks)
inout   dst    : u32[n]             // every element is written: there is nothing to clear
inout   key    : u32[n]             /// room for the keys between passes
scratch tally  : u32[256 * chunks]  // keys with a digit in a chunk; scanned, it is where they go
shared  place  : u32[256]
workgroup 1
grid chunks

fn spread(from: in u32[], to: inout u32[], shift: u32) {
    let first = gid.x * size
    let end = min(first + size, n)
    for d in 0..256 { place[d] = 0 }
    for i in first..end { place[from[i] >> shift & 255] += 1 }
    for d in 0..256 { tally[d * chunks + gid.x] = place[d] }
    barrier grid
    var sum = 0
    for j in gid.x * 256..gid.x * 256 + 256 { sum += tally[j] }
    var before = grid_scan_add(sum)
    for j in gid.x * 256..gid.x * 256 + 256 {
        let own = tally[j]
        tally[j] = before
        before += own
    }
    barrier grid
    for d in 0..256 { place[d] = tally[d * chunks + gid.x] }
    for i in first..end {
        let k = from[i]
        let d = k >> shift & 255
        let at = place[d]
        place[d] = at + 1
        to[at] = k
    }
    barrier grid
}

spread(src, key, 0)
spread(key, dst, 8)
spread(dst, key, 16)
spread(key, dst, 24)

//! --set chunks=2 --in src=values:70000,3,16777216,258,1,4294967295 --in dst=zeros:6 --in key=zeros:6 --expect dst=1,3,258,70000,16777216,4294967295
