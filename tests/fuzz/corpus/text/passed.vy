program g
in b : u8[]
out o : u64[2]
fn all[T: any](a: in T[], v: T, f: fn(T, T) -> T) -> T { var s = v for i in 0..len(a) { s = f(s, a[i]) } return s }
fn go[T: any, U: any](a: T, f: fn(T) -> U) -> U { return f(a) }
fn half(a: u32) -> u64 { return u64(a) / 2 }
fn on(a: in u8[], f: fn(in u8[], u32) -> u32) -> u32 { return f(a, 1) }
fn at(a: in u8[], i: u32) -> u32 { return a[i] }
workgroup 1
grid 1
o[0] = u64(all(b, 1, (+))) + go(3, half) + u64(go(1.5, (-)) < 0)
o[1] = u64(all(b, 0, max)) + u64(on(b, at)) + all(o, 1, (^))
