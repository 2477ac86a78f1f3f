// expect V145 10
// data --in x=iota:20
program p
in      x : u32[]
const   n = len(x)
scratch t : u32[n]
out     y : u32[n]
each i in 0..n { t[i] = x[i] }
each i in 0..n / 2 {
    y[i] = t[2 * i]
}
