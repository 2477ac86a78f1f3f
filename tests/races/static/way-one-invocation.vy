program p
in  x : u32[]
out s : u32[1]
workgroup 1
grid 1
for i in 0..len(x) { s[0] += x[i] }

//! --in x=iota:1000 --expect s=499500
