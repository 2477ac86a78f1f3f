/// Prefix sum that reads its input once: each workgroup waits for the one before it to hand over
/// its running total. The flag is released and acquired, so the plain total behind it is ordered.
program chain
in      x     : u32[]
out     y     : u32[len(x)]         /// the sum of all elements before this one
const   W     = 256
scratch total : u32[ceil_div(len(x), W)]
scratch ready : atomic u32[ceil_div(len(x), W)]
shared  start : u32[1]
workgroup W
grid len(x)

let i = gid.x
let v = i < len(x) ? x[i] : 0
let before = workgroup_scan_add(v)
let sum = workgroup_add(v)
if lid.x == 0 {
    var carry = 0
    if wid.x > 0 {
        while atomic_load(ready[wid.x - 1], acquire) == 0 {}
        carry = total[wid.x - 1]
    }
    total[wid.x] = carry + sum
    atomic_store(ready[wid.x], 1, release)
    start[0] = carry
}
let from = workgroup_load(start[0])
if i < len(x) { y[i] = from + before }

//! --in x=values:5,1,2 --expect y=0,5,6
//! --in x=iota:4 --expect y=0,0,1,3
