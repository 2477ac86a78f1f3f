/// 1 for each line that has both.
program both
in  a    : u32[]
in  b    : u32[len(a)]
out line : u32[len(a)]

each i in 0..len(a) { line[i] = u32(a[i] > 0 && b[i] > 0) }
