// expect V143 8
// data 
program p
out y : u32[1]
workgroup 8
grid 64
if lid.x == 0 {
    y[0] += 1
}
