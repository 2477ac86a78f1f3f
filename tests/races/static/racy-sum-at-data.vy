// expect V143 8
// data --in x=iota:10 --in at=values:2
program p
in    x  : u32[]
in    at : u32[1]
out   s  : u32[4]
each i in 0..len(x) {
    s[at[0]] += x[i]
}
