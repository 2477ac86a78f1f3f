// Values and buffers that decide the type of a function in either order, narrow elements among them.
// Again: vyre test tests/corpus/types-by-element.vy --device cpu
//! --in a=values:-3,4 --in b=values:200,100 --in c=values:1.5,-2 --in d=values:7,9 --expect x=1,201,44 --expect y=-1.5,4 --expect z=4294967303
program by_element
in  a : i8[]
in  b : u8[]
in  c : f64[]
in  d : u64[]
out x : i32[3]
out y : f64[2]
out z : u64[1]
out n : u8[2]
workgroup 1
grid 1
fn plus[T: number](v: T, q: in T[]) -> T { return q[0] + v }
fn keep[T: number](to: inout T[], v: T, from: in T[]) -> T {
    to[0] = from[0] + from[1]
    return to[0] + v
}
fn twice[T: number, U: number](q: in T[], k: U) -> T, U { return q[0] + q[0], k + k }
x[0] = plus(4, a)
x[1] = i32(plus(u32(1), b))
x[2] = i32(keep(n, 0, b))
let first, second = twice(c, 0x1_0000_0000u64)
y[0] = first - 4.5
y[1] = f64(plus(-1, c[0..0]) + 5)
z[0] = plus(second - 0x1_0000_0000, d)
