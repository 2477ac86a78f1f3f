/// Rows by key: for each key the sum, the least and the greatest of its values, and how many there are.
program groupby
use "../table.vy"
in    key   : u32[]
in    value : u32[len(key)]
param room  : u32 = 1048576             /// groups at most
out   found : u32[1]                    /// how many groups there are
out   group : u32[room] @count(found)   /// their keys, in the order of their first rows
out   sum   : u64[room] @count(found)
out   least : u32[room] @count(found)
out   most  : u32[room] @count(found)
out   times : u32[room] @count(found)
workgroup 1
grid 64

let groups = group_by(key, value, group, sum, least, most, times)
if gid.x == 0 { found[0] = groups }

//! --in key=values:7,3,7,7,3 --in value=values:1,2,4294967295,4,0 --set room=2 --expect found=2 --expect group=7,3 --expect sum=4294967300,2 --expect least=1,0 --expect most=4294967295,2 --expect times=3,2
//! --in key=values:7,3 --in value=values:1,2 --set room=1 --expect-error V175
