/// The pairs of rows of two tables whose keys are equal.
program join
use "table.vy" as table
in    left     : u32[]                      /// keys of one table
in    right    : u32[]                      /// keys of the other one
param room     : u32 = 1048576              /// pairs at most
out   found    : u32[1]                     /// how many pairs there are
out   at_left  : u32[room] @count(found)    /// their rows, in order
out   at_right : u32[room] @count(found)
workgroup 1
grid 64

let pairs = table.join(left, right, at_left, at_right)
if gid.x == 0 { found[0] = pairs }

//! --in left=values:5,9,5,1 --in right=values:2,5,1,5 --expect found=5 --expect at_left=0,0,2,2,3 --expect at_right=1,3,1,3,2
