/// A sparse matrix in CSR form times a vector. The elements of a workgroup's rows come in across its
/// lanes, with the vector's; each invocation then adds up its row from shared memory, in order.
program spmv
in    row   : u32[]           /// offsets, rows + 1
in    col   : u32[]
in    value : f32[len(col)]
in    x     : f32[]
const rows  = len(row) - 1
out   y     : f32[rows]
const W     = 256
const ITEMS = 8
const CHUNK = W * ITEMS
shared part : f32[CHUNK * 2]  // an element and what it is multiplied with
workgroup W
grid rows

let r = min(gid.x, rows - 1)
let end = row[r + 1]
let stop = row[min(wid.x * W + W, rows)]
var e = row[r]
var sum = 0.0
var c : u32[ITEMS]
var v : f32[ITEMS]
var w : f32[ITEMS]
for base in row[wid.x * W]..stop step CHUNK {
    for k in 0..ITEMS {
        let at = base + k * W + lid.x < stop ? base + k * W + lid.x : 0xFFFF_FFFF
        c[k] = col[at]              // 0 where there is none, as its value is
        v[k] = value[at]
    }
    for k in 0..ITEMS { w[k] = x[c[k]] }
    for k in 0..ITEMS {
        part[(k * W + lid.x) * 2] = v[k]
        part[(k * W + lid.x) * 2 + 1] = w[k]
    }
    barrier workgroup
    let to = min(end, base + min(stop - base, CHUNK))
    for j in e..to { sum = fma(part[(j - base) % CHUNK * 2], part[(j - base) % CHUNK * 2 + 1], sum) }
    e = max(e, to)
    barrier workgroup
}
if gid.x < rows { y[gid.x] = sum }

//! --in row=values:0,2,2,3 --in col=values:0,2,1 --in value=values:2,3,4 --in x=values:1,10,100 --expect y=302,0,40
