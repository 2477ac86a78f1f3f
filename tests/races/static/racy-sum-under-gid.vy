// expect V143 9
// data --in x=iota:100
program p
in  x : u32[]
out s : u32[1]
workgroup 64
grid len(x)
if gid.x < len(x) {
    s[0] += x[gid.x]
}
