program y
in a : u32[]
workgroup 1
grid 1
assert len(a) > 0, "none of {} \"x\" \\ \n", len(a)
print "{} {} {}", a[0], true, -0.0
assert true
