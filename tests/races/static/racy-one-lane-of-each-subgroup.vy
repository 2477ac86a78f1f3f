// expect V143 8
// data 
program p
out y : u32[1]
workgroup 64
grid 64
if lane == 0 {
    y[0] += 1
}
