// Loops whose condition begins with `k < limit`, and that add one to k once a pass, in some passes, or
// not only that; several passes of such a loop share one comparison where there is room.
// Again: vyre test tests/corpus/while-that-counts.vy --device cuda
//! --in stop=values:0,1,1000,1000,1000,1000,1000,40,7,1000,1000,1000,1000,30 --in first=values:0,0,0,0,0,3,20,0,0,4294967280,4294967264,5,0,100 --in limit=values:50,50,15,16,17,35,19,90,90,4294967295,4294967295,5,33,200 --expect a=0,0,1,1,15,57,16,59,17,62,35,134,20,0,12,43,4,10,4294967295,59,4294967295,118,5,0,33,127,108,31 --expect b=0,0,1,3,15,87,16,93,17,99,35,189,20,0,7,42,2,9,4294967295,87,4294967295,183,5,0,33,195,105,30 --expect c=0,50,1,50,12,11,12,12,13,13,27,27,20,19,20,84,4,89,4294967292,4294967291,4294967288,4294967287,5,5,25,25,115,195 --expect d=0,2,16,16,18,35,20,80,14,1984,1968,5,34,160 --expect e=0,1,15,16,17,35,20,50,8,4294967295,4294967295,5,33,137
program while_that_counts
in  stop  : u32[]                       // the sum at which a loop is left
in  first : u32[len(stop)]
in  limit : u32[len(stop)]
out a     : u32[len(stop), 2]
out b     : u32[len(stop), 2]
out c     : u32[len(stop), 2]
out d     : u32[len(stop)]
out e     : u32[len(stop)]

each i in 0..len(stop) {
    let end = limit[i]
    let most = stop[i]
    // Once a pass.
    var k = first[i]
    var sum = 0
    while k < end && sum < most {
        sum += k % 7 + 1
        k += 1
    }
    a[i, 0] = k
    a[i, 1] = sum
    // Not in every pass.
    k = first[i]
    sum = 0
    while k < end && sum < most {
        sum += 3
        if sum % 2 == 0 { continue }
        k += 1
    }
    b[i, 0] = k
    b[i, 1] = sum
    // To a limit that comes nearer, so that it may not stand before the loop.
    var near = end
    k = first[i]
    sum = 0
    while k < near && sum < most {
        sum += 2
        near -= sum % 3 == 0 ? 1 : 0
        k += 1
    }
    c[i, 0] = k
    c[i, 1] = near
    // By two.
    k = first[i]
    sum = 0
    while k < end && sum < most {
        sum += 1
        k += 2
    }
    d[i] = k
    // Twice a pass.
    k = first[i]
    sum = 0
    while k < end && sum < most {
        sum += 1
        k += 1
        if sum % 4 == 0 { k += 1 }
    }
    e[i] = k
}
