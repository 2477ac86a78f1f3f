/// A sparse matrix in CSR form times a vector.
program spmv
in  row   : u32[]           /// offsets, rows + 1
in  col   : u32[]
in  value : f32[len(col)]
in  x     : f32[]
const rows = len(row) - 1
out y     : f32[rows]

each r in 0..rows {
    var sum = 0.0
    for e in row[r]..row[r + 1] { sum = fma(value[e], x[col[e]], sum) }
    y[r] = sum
}

//! --in row=values:0,2,2,3 --in col=values:0,2,1 --in value=values:2,3,4 --in x=values:1,10,100 --expect y=302,0,40
