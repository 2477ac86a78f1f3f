// expect V145 8
// data --in x=iota:10
program p
in  x : u32[]
out y : u32[len(x)]
each i in 0..len(x) {
    y[i] = x[i]
    y[i + 1] = x[i]
}
