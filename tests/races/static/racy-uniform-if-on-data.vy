// expect V143 8
// data --in x=values:1,2,3
program p
in  x : u32[]
out s : u32[1]
each i in 0..len(x) {
    if x[0] == 1 {
        s[0] = i
    }
}
