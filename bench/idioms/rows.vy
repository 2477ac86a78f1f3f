/// Sums of rows, of which one has nearly all elements: all invocations share each row.
program rows
in  row   : u32[]
in  value : u32[]
out sum   : u32[len(row) - 1]
workgroup 256
grid 16384

for r in 0..len(row) - 1 {
    var mine = 0
    each e in row[r]..row[r + 1] { mine += value[e] }
    let all = grid_add(mine)
    if gid.x == 0 { sum[r] = all }
}

//! --in row=values:0,2,3 --in value=values:1,2,4 --expect sum=3,4
