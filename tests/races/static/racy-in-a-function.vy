// expect V143 9
// data --in x=iota:10
program p
in  x : u32[]
out s : u32[4]
fn note(b: inout u32[], v: u32) {
    b[1] = v
}
each i in 0..len(x) { note(s, x[i]) }
