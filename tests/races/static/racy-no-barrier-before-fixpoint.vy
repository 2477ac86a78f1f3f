// expect V145 11
// data --in x=iota:10
program p
in      x : u32[]
const   n = len(x)
scratch t : u32[n]
out     y : u32[n]
each i in 0..n { t[i] = x[i] }
fixpoint k in 0..4 {
    each i in 0..n {
        y[i] = t[(i + 1) % n]
    }
}
