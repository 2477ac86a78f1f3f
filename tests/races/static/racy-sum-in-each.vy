// expect V143 7
// data --in x=iota:10
program p
in  x : u32[]
out s : u32[1]
each i in 0..len(x) {
    s[0] += x[i]
}
