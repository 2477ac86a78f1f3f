/// Conway's game of life on a torus, any number of generations in one dispatch.
program life
param   width       : u32           /// cells in a row
param   generations : u32 = 1
in      start       : u8[, width]   /// 0 dead, else alive
const   height      = len(start, 0)
out     last        : u8[height, width]
scratch cell        : u8[2, height, width]  // this generation and the next, in turn
workgroup 16, 8
grid width, height

let x = gid.x
let y = gid.y
let live = y < height && x < width
if live { cell[0, y, x] = u32(start[y, x] != 0) }
barrier grid

for g in 0..generations {
    if live {
        var near = 0
        for dy in 0..3 {
            for dx in 0..3 {
                near += cell[g % 2, (y + dy + height - 1) % height, (x + dx + width - 1) % width]
            }
        }
        let self = cell[g % 2, y, x]
        near -= self
        cell[1 - g % 2, y, x] = u32(near == 3 || near == 2 && self == 1)
    }
    barrier grid
}
if live { last[y, x] = cell[generations % 2, y, x] }

//! --set width=5 --in start=values:0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0 --expect last=0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0
//! --set width=5 --set generations=2 --in start=values:0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0 --expect last=0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0
//! --set width=1 --set generations=0 --in start=values:7 --expect last=1
