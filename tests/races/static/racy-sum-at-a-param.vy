// expect V143 9
// data --in x=iota:10 --set at=1
program p
in    x  : u32[]
param at : u32
out   s  : u32[4]
each i in 0..len(x) {
    let place = at
    s[place] += x[i]
}
