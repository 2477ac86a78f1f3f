program g
in b : u8[]
out o : i64[2]
fn sum[T: number, U: int](a: in T[], from: U) -> T { var s: T = 0 for i in from..U(len(a)) { s += a[i] } return s }
fn larger[T: any](a: T, b: T) -> T { var t : T[2] t[0] = a t[1] = b return t[u32(a != b)] }
workgroup 1
grid 1
o[0] = i64(sum(b, 1)) + larger(o[0], 1 << 3)
o[1] = i64(larger(1 << 3, 2.5) < 3) + larger(true ? 1 : 2, o[0])
