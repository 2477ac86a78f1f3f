// data --in x=iota:20 --in mode=values:1
program p
in    x    : u32[]
in    mode : u32[1]
param k    : u32 = 1
out   y    : u32[len(x) + 1]
each i in 0..len(x) {
    if mode[0] == 1 { y[i] = x[i] } else { y[i + 1] = x[i] }
}
