// Loops that count up by one to a bound, and some that nearly do.
// Again: vyre test tests/corpus/loops-that-nearly-count.vy --device cpu
//! --in x=values:3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,30,8,4,6,2,6,4,3,3,8,3,2,7,9,5,0,2,8,8,4,1,9,7 --expect y[0..96]=50,0,11,124,1382608508,30,6599803,0,124,0,0,4294967295,49,1,9,39,4149576724,31,6599803,1468,97,0,1,4294967295,48,2,13,25,1382608508,30,6599803,2777,104,0,2,4294967295,47,3,18,124,4149576724,31,6599803,3982,93,0,3,4294967295,46,4,19,39,1382608508,30,6599803,0,124,0,4,4294967295,45,5,20,25,4149576724,31,6599803,1468,97,0,5,4294967295,44,6,16,124,1382608508,30,6599803,2777,104,0,6,4294967295,43,7,17,39,4149576724,31,6599803,3982,93,0,7,4294967295
program p
in x: u32[40]
out y: u32[64, 12]
out a: u32[64, 40]
workgroup 8
grid 64

let me = gid.x
let n = me % 40
// The variable has its value afterwards, also where the loop never ran.
var i = 50 - me
while i < 40 {
    a[me, i] = x[i]
    i += 1
}
y[me, 0] = i
// After a break too.
i = 0
while n > i {
    if x[i] == 30 { break }
    a[me, i] += x[i] * 3
    i += 1
}
y[me, 1] = i
// Past the end of x.
i = me
while i < me + 3 {
    y[me, 2] += x[i] + 1
    i = i + 1
}
// Bounds that change: the variable's own and that of the loop.
i = 0
var m = 20
while i < m {
    y[me, 3] += x[i]
    m -= me % 3
    i += 1
}
// Twice.
i = 0
while i < 30 {
    y[me, 4] = y[me, 4] * 3 + x[i]
    if x[i] % 2 == me % 2 { i += 1 }
    i += 1
}
y[me, 5] = i
// Not past a continue.
i = 0
var tries = 0
while i < 10 {
    tries += 1
    if tries < 5 + me % 4 { continue }
    y[me, 6] = y[me, 6] * 5 + x[i]
    i += 1
}
// Inside of each other, the same variable.
i = 0
while i < 20 {
    var j = i
    while j < i + n % 4 {
        y[me, 7] += x[j] * j
        if x[j] == 9 { i += 1 }
        j += 1
    }
    y[me, 8] += x[i]
    i += 1
}
// From below zero, and as far as numbers go.
var k = -3
while k < i32(n) - 20 {
    y[me, 9] += x[u32(k + 3)]
    k += 1
}
var last = 0xFFFF_FFFF - n
while last < 0xFFFF_FFFF {
    y[me, 10] += x[last - 0xFFFF_FF00] + 1
    last += 1
}
y[me, 11] = last
