program g
in b : u8[]
inout o : u64[]
fn all[T: any](a: in T[], v: T) -> T { scratch s : T[len(a), 2] shared t : atomic u32[workgroup_size.x] t[lid.x] += 1 s[gid.x, 1] = v barrier grid return a[0] }
fn part(a: in u64[]) { scratch s : u64[len(a)] s[0] = a[0] barrier grid }
workgroup 2
grid len(b)
o[0] = u64(all(b, 1)) + all(o[0..2], 2)
part(o[1..2]) part(o) for i in 0..2 { part(o) }
