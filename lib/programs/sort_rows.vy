/// The order of rows by two columns.
program sort_rows
use "../sort.vy"
in  first  : f64[]              /// the column that decides
in  second : f64[len(first)]    /// where that is equal, this one; where both are, rows keep their order
out rows   : u32[len(first)]    /// the numbers of the rows in their order
workgroup 256
grid min(max(len(first), 1), 65536)

each i in 0..len(rows) { rows[i] = i }
sort_by(second, rows)
sort_by(first, rows)

//! --in first=values:2,1,2,1 --in second=values:5,7,4,6 --expect rows=3,1,2,0
