// data --in x=values:0,1,0,1,0
program p
in  x : u32[]
out y : u32[len(x) + 1]
each i in 0..len(x) {
    if x[i] == 1 { y[i] = 1 }
    if i + 1 < len(x) && x[i + 1] == 0 { y[i + 1] = 2 }
}
