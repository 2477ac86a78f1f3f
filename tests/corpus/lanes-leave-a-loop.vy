// What lanes keep that leave a loop one by one: counters that all have in common while they are in
// it, and locals whose last value nobody reads, in loops around each other.
// Again: vyre test tests/corpus/lanes-leave-a-loop.vy --device cpu
//! --in x=values:7,3,12,0,1,40,5,9,2,2,31,18,6,0,27,11,4,8,15,1,3,60,22,10,5,13,0,33,2,19,7,6,14,9 --expect y=7,3,12,0,1,20,5,9,2,2,20,18,6,0,20,11,4,8,15,1,3,20,20,10,5,13,0,20,2,19,7,6,14,9,10,6,14,2,6,42,10,14,6,6,34,22,10,2,30,14,6,10,18,6,6,62,26,14,10,18,2,38,6,22,10,10,18,14,3,3,2,2,5,2,5,5,4,4,3,4,4,2,3,3,2,2,3,5,3,2,4,4,5,5,2,5,4,3,3,4,4,5,3,6,6,8,7,5,5,8,7,7,5,8,4,8,8,7,5,3,4,7,6,4,5,7,5,5,8,4,7,7,3,4,5,8,65,183,183,278,246,147,153,278,258,258,147,278,97,278,278,258,147,67,97,246,183,97,147,246,153,147,278,97,258,246,65,97,153,278,9,3,9,18,15,6,12,9,12,12,3,6,9,18,6,9,12,9,9,15,3,3,6,3,12,9,18,6,12,6,9,9,9,9,97,100,97,94,95,98,96,97,96,96,100,98,97,94,98,97,96,97,97,95,100,99,98,100,96,97,94,98,96,98,97,97,97,97,2101,501,2101,3001,2701,1801,2601,2101,2401,2401,1101,1601,1901,3001,1801,2101,2401,2101,2301,2701,501,1301,1801,901,2601,2101,3001,1801,2401,1601,2101,1901,2301,2101,970001,1000001,161023,940001,950001,161023,960001,970001,960001,960001,161534,161023,970001,940001,161534,161534,960001,970001,161534,950001,1000001,161023,161023,161023,960001,161534,940001,161534,960001,161534,970001,970001,161023,970001,3,2,2,0,1,2,2,2,1,1,5,2,2,0,4,3,1,1,4,1,2,4,3,2,2,3,0,2,1,3,3,2,3,2,6,4,7,0,1,3,3,11,3,3,7,14,5,0,10,4,7,10,6,1,4,6,6,3,3,8,0,14,3,15,6,5,10,11,3,2,4,1,2,7,3,4,2,2,6,5,3,1,6,4,3,3,4,2,2,8,5,4,3,4,1,6,2,5,3,3,4,4,5706,142,2747,0,4,56612,297,1131,47,47,1721138,14212,1247,0,121809,7827,239,571,54918,4,142,846571,135044,6892,297,11667,0,27395,47,59567,5706,1247,26845,1131
program p
in  x : u32[]
out y : u32[13, len(x)]

each i in 0..len(x) {
    let a = x[i]

    // A counter that is read after its loop, and one that is not.
    var k = 0
    var left = a
    while k < 20 && left > 0 { left -= 1  k += 1 }
    y[0, i] = k

    // Defined outside of two loops: lanes that have left the inner one go on with it.
    var walk = a
    var steps = 0
    for turn in 0..3 {
        while walk % 4 != turn { walk += 1  steps += 1 }
    }
    y[1, i] = walk
    y[2, i] = steps

    // Lanes that skip the new value of a counter.
    var n = 0
    var sum = 0
    var at = a % 9
    while at < 12 && n < 100 {
        at += 1
        if (at + a) % 3 == 0 { continue }
        n += 1
        sum += n * at
    }
    y[3, i] = n
    y[4, i] = sum

    // Lanes that leave in the middle, before and after a counter's new value.
    var early = 0
    var late = 100
    var m = a
    loop {
        early += 3
        if m % 7 == 3 { break }
        late -= 1
        if m > 50 { break }
        m = m * 3 + 1
    }
    y[5, i] = early
    y[6, i] = late

    // A counter that another loop goes on with, and one that some lanes set before.
    while early < 40 && m > 1 { early += 2  m /= 2 }
    y[7, i] = early * 100 + m
    if a > 9 { late = 7 }
    while late < 90 && m < 1000 { late += 1  m = m * 2 + a % 2 + 1 }
    y[8, i] = late * 10000 + m

    // A new value in one lane of a branch, and one in a loop within the loop.
    var odd = 0
    var inner = 0
    var r = a
    while r > 0 {
        if r % 2 == 1 { odd += 1 }
        var q = r % 5
        while q > 0 { inner += 1  q -= 1 }
        r /= 2
    }
    y[9, i] = odd
    y[10, i] = inner

    // One that is read in its loop alone, and given a value by some lanes.
    var flip = a
    var all = 0
    var b = a
    while b > 0 {
        if b % 3 == 1 { flip += b }
        for z in 0..b % 4 { flip = flip * 2 + z }
        b /= 2
        all = all * 3 + flip
    }
    y[12, i] = all

    // A flag that is a mask, and a counter in its condition's second half.
    var done = false
    var c = 0
    while !done && c < 30 {
        c += 1
        done = c * c > a
    }
    y[11, i] = done ? c : 1000 + c
}
