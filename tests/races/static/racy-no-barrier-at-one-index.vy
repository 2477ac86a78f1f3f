// expect V145 9
// data --in x=iota:10
program p
in      x : u32[]
scratch t : u32[len(x)]
out     y : u32[len(x)]
each i in 0..len(x) { t[i] = x[i] }
each i in 0..len(x) {
    y[i] = t[0]
}
