program k
in a : u32[]
out o : u32[4]
workgroup 4
grid 4
var i = 0
loop { i += 1 if i > 9 { break } if i % 2 == 0 { continue } o[0] += i }
while i > 0 && o[1] != 3 { i -= 1 }
block L { block M { if i == 0 { leave L } leave M } o[2] = 1 }
region "tail" { if i > 1 { return } else if i > 0 { o[3] = 1 } else { } }
