/// How often each of four keys occurs: an invocation counts for itself, and adds once.
program sums
in  key   : u32[]
out total : atomic u32[4]
workgroup 256
grid 16384

var a = 0
var b = 0
var c = 0
each i in 0..len(key) {
    let k = key[i] % 4
    a += u32(k == 0)
    b += u32(k == 1)
    c += u32(k == 2)
}
let zeros = grid_add(a)
let ones = grid_add(b)
let twos = grid_add(c)
if gid.x == 0 {
    total[0] = zeros
    total[1] = ones
    total[2] = twos
    total[3] = len(key) - zeros - ones - twos
}

//! --in key=values:0,1,5,3 --expect total=1,2,0,1
