/// Loops under a condition that one lane of a vector passes: its index equals what all share. In
/// rows of four several lanes of a vector pass.
program one_lane_of_a_vector
in     x    : u32[256]
out    sum  : u32[4, 16]
out    late : u32[4]
out    row  : u32[64]
shared seen : u32[16]
workgroup 4, 16
grid 16, 16

let number = lid.y * 4 + lid.x
if number < 16 { seen[number] = 0 }
barrier workgroup
if number == 37 {
    for i in 0..64 { seen[x[wid.x * 64 + i] % 16] += i }
}
barrier workgroup
if number < 16 { sum[wid.x, number] = seen[number] }
var total = number
if wid.x != 2 && number == wid.x + 60 {
    for i in 0..64 {
        if x[i] % 8 == 7 { continue }
        total = total * 3 + x[(total + i) % 256]
    }
    late[wid.x] = total
}
if lid.x == 3 {
    var n = 0
    for i in 0..32 { n = n * 5 + x[(n ^ i + lid.y) % 256] }
    row[wid.x * 16 + lid.y] = n + total
}

//! --in x=random:256:7
