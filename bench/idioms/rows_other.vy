/// Sums of rows, of which one has nearly all elements: an invocation to a row.
program rows
in  row   : u32[]
in  value : u32[]
out sum   : u32[len(row) - 1]

each r in 0..len(row) - 1 {
    var mine = 0
    for e in row[r]..row[r + 1] { mine += value[e] }
    sum[r] = mine
}

//! --in row=values:0,2,3 --in value=values:1,2,4 --expect sum=3,4
