// expect V143 9
// data --in x=iota:10
program p
in  x : u32[]
out s : u32[4]
workgroup 32
grid 32
for k in 0..4 {
    s[k] += x[k]
}
