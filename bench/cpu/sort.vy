/// Radix sort of u32 keys, eight bits a pass. Each invocation counts and places a stretch of keys.
/// The keys of a digit are kept until a line of the cache is full, and then stored past the caches.
program sort
in      src    : u32[]
param   chunks : u32 = 64           /// stretches
const   n      = len(src)
const   size   = ceil_div(n, chunks)
const   L      = 16                 // keys of a line
const   LARGE  = 4 << 20            // keys that no cache holds
inout   dst    : u32[n] @cache(streaming) // every element is written: there is nothing to clear
inout   key    : u32[n] @cache(streaming) /// room for the keys between passes
scratch tally  : u32[256 * chunks]  // keys with a digit in a chunk; scanned, it is where they go
shared  line   : u32[256, L]
workgroup 1
grid chunks

fn spread(from: in u32[], to: inout u32[], shift: u32, begin: inout u32[], place: inout u32[]) {
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
    if n <= LARGE {
        for i in first..end {
            let k = from[i]
            let at = place[k >> shift & 255]
            place[k >> shift & 255] = at + 1
            to[at] = k
        }
    } else {
        for d in 0..256 { begin[d] = place[d] }
        for i in first..end {
            let k = from[i]
            let d = k >> shift & 255
            let at = place[d]
            place[d] = at + 1
            line[d, at % L] = k
            if at % L == L - 1 {
                if at - begin[d] >= L - 1 {
                    for j in 0..L { to[at - (L - 1) + j] = line[d, j] }
                } else {
                    for j in begin[d]..at + 1 { to[j] = line[d, j % L] }
                }
            }
        }
        for d in 0..256 {
            for j in max(begin[d], place[d] / L * L)..place[d] { to[j] = line[d, j % L] }
        }
    }
    barrier grid
}

var begin : u32[256]
var place : u32[256]
spread(src, key, 0, begin, place)
spread(key, dst, 8, begin, place)
spread(dst, key, 16, begin, place)
spread(key, dst, 24, begin, place)

//! --set chunks=2 --in src=values:70000,3,16777216,258,1,4294967295 --in dst=zeros:6 --in key=zeros:6 --expect dst=1,3,258,70000,16777216,4294967295
