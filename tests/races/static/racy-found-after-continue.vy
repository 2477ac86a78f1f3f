// expect V143 9
// data --in x=values:1,7,7,7,2 --set key=7
program p
in    x     : u32[]
param key   : u32
out   found : u32[1]
each i in 0..len(x) {
    if x[i] != key { continue }
    found[0] = i
}
