// expect V144 7
// data --in x=iota:10
program p
in  x : u32[]
out y : u32[len(x)]
each i in 0..len(x) {
    y[i / 2] = x[i]
}
