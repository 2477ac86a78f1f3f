// expect V143 7
// data 
program p
out done : u32[1]
workgroup 32
grid 64
done[0] = 1
