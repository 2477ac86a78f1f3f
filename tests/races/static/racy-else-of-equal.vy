// expect V143 10
// data 
program p
out y : u32[1]
workgroup 8
grid 8
if gid.x == 0 {
    let none = 1
} else {
    y[0] = 2
}
