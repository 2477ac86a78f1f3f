// data --in x=values:1,2,3,4
program p
in      x : u32[]
scratch f : u32[len(x)]
out     y : u32[1]
each i in 0..len(x) { f[i] = u32(i == 2) }
each i in 0..len(x) {
    if f[i] == 1 { y[0] = x[i] }
}
