/// c = a * b, an element at a time.
program tiles
param n : u32
in    a : f32[n, n]
in    b : f32[n, n]
out   c : f32[n, n]

each y in 0..n, x in 0..n {
    var sum = 0.0
    for k in 0..n { sum = fma(a[y, k], b[k, x], sum) }
    c[y, x] = sum
}

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
