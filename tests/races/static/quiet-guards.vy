// data --in x=iota:100
program p
in     x   : u32[]
out    y   : u32[16]
shared t   : u32[1]
workgroup 8
grid 64
if gid.x == 0 { y[0] = 1 }
if gid.x != 0 { let none = 1 } else { y[1] = 2 }
if lid.x == 0 && wid.x == 0 { y[2] = 3 }
if gid.x < 1 { y[3] = 4 }
if gid.x >= 5 && gid.x <= 5 { y[4] = 5 }
if lid.x == 0 { t[0] = x[wid.x] }
barrier workgroup
if gid.x == 7 { y[5] = t[0] }
if !(gid.x != 9) { y[6] = 6 }
if gid.x * gid.x == 16 { y[7] = 7 }
each i in 0..len(x) {
    if i == 3 { y[8] = x[i] }
    if i + 1 == len(x) { y[9] = x[i] }
}
each i in 0..1 { y[10] = i }
for k in 11..16 {
    if gid.x == k { y[k] = k }
}
