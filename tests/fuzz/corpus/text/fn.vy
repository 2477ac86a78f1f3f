program f
in b : u32[]
out o : u32[len(b)]
fn two(x: u32) -> u32, u32 { if x > 3 { return x, 1 } return 0, x }
fn sum(a: in u32[], n: u32) -> u32 { var s = 0 for i in 0..n { s += a[i] } return s }
each i in 0..len(b) { let p, q = two(b[i]) o[i] = p + q + sum(b[1..3], 2) }
