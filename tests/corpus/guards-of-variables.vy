/// What conditions say of variables, and no longer say: a plane is followed by another one, so that
/// an index that is past its end finds something.
program guards
param n : u32
in    t : u32[4, n]
in    x : u32[]
out   y : u32[2, 512]
workgroup 64
grid 512

let i = gid.x
var sum = 0

// A scan, and one whose variable goes on before it is used.
var f = i % 7
while f < n {
    sum += t[1, f]
    f += 1
}
f = i % 5
while f < n {
    f += 1
    sum += 3 * t[1, f]
}
// A merge up to what is inside.
var a = 0
var b = i % 3
let last = min(x[i % len(x)], n)
while a < n && b < last {
    let p = t[0, a]
    let q = t[2, b]
    sum += u32(p == q)
    a += u32(p <= q)
    b += u32(q <= p)
}
// A let of what has changed, and a condition of what has.
var g = i
let before = g
g = i % 4
if g < n { sum += 5 * t[1, before] + 7 * t[1, g] }
let small = g < n
g += n
if small { sum += 11 * t[1, g] }
// Arms that assign.
var h = i % 9
if h >= n { h = 1 } else { if i % 2 == 1 { h += n } }
sum += t[1, h]
// A loop that goes on after it assigned, and one whose bound changes in it.
var k = 0
loop {
    if k >= n { break }
    sum += 13 * t[2, k]
    k += 1 + i % 3
    sum += 17 * t[2, k]
    if k > 40 { break }
}
k = 0
loop {
    if k >= n { break } else { k += 1 + i % 2 }
    sum += 19 * t[2, k]
}
var top = n
for j in 0..top {
    top = 3
    if top < n { sum += t[1, j + 0] }
    if j >= 20 { break }
}
var c = i % 6
while c != 0 && c < n {
    sum += t[3, c - 1]
    c -= 1
}
y[0, i] = sum
y[1, i] = t[1, c - 1]

//! --set n=1 --in t=iota:4 --in x=values:0,1,2
//! --set n=5 --in t=iota:20 --in x=iota:9
//! --set n=33 --in t=random:132:1 --in x=random:7:2
