// expect V145 6
// data --in a=iota:10
program p
inout a : u32[]
each i in 0..len(a) {
    a[i] = a[i + 1]
}
