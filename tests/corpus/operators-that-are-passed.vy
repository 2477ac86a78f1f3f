// Operators and functions that are passed, through another function too, and untyped numbers that take
// the types of their heads.
// Again: vyre test tests/corpus/operators-that-are-passed.vy --device cpu
//! --in x=values:6,4,9 --expect y=19,2,1 --expect z=0.5,3 --expect b=1,0 --expect n=7,5,10 --expect w=4294967296
program passed
in  x : u32[]
out y : u32[3]
out z : f64[2]
out b : bool[2]
out n : u32[len(x)]
out w : u64[1]
workgroup 1
grid 1
fn apply[T: any, U: any](a: T, c: T, f: fn(T, T) -> U) -> U { return f(a, c) }
fn through[T: any](q: in T[], first: T, f: fn(T, T) -> T) -> T {
    var all = first
    for i in 0..len(q) { all = apply(all, q[i], f) }
    return all
}
fn raise(q: inout u32[], at: u32) { q[at] = x[at] + 1 }
fn visit(q: inout u32[], act: fn(inout u32[], u32)) { for i in 0..len(q) { act(q, i) } }
fn wide(a: u64, k: u64) -> u64 { return a << k }
y[0] = through(x, 0, (+))
y[1] = through(x[0..2], 2, min)
y[2] = apply(x[0] - 5, 1, (|))
z[0] = apply(1, 2.0f64, (/))
z[1] = apply(z[0], 3, max)
b[0] = apply(x[0], x[1], (>))
b[1] = apply(b[0], false, (&))
visit(n, raise)
w[0] = apply(1, 32, wide)
