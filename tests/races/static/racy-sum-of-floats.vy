// expect V143 7
// data --in x=iota:10
program p
in  x : f32[]
out s : f32[1]
each i in 0..len(x) {
    s[0] += x[i]
}
