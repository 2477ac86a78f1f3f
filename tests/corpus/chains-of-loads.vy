// Loops that follow a chain of loads, of which scalar code runs several at once: more and fewer
// than those, empty ones, ones that end before they begin, loads out of bounds in text and table,
// values from before the loop and after it, and all of it again in a second round.
// Again: vyre test tests/corpus/chains-of-loads.vy --device cpu
//! --in text=values:1,0,3,5,2,2,6,1,4,0,1,3,6,5,4,2,1,0,3,3,2,6,5,1,4,2,2,0,6,1,3,5 --in start=values:0,3,3,9,7,20,25,40,12,12,32,31,30,0,1,2,3,60,64,10,32 --in next=values:3,1,4,1,5,2,6,5,3,5,0,2,4,6,1,1,2,6,3,0,5,4,4,3,2,2,1,0,6,5,1,3,5,0,2,4,6,1,2,3,0,9,1,4 --expect y=200,303,503,404,202,200,400,0,202,102,202,101,0,100,501,602,103,100,404,100,301,404,504,505,203,201,401,101,303,103,303,202,101,301,102,203,104,101,505,101,6,3,12,9,15,44,54,40,12,29,32,31,30,1,7,10,12,123,64,21,5,3,11,9,18,45,55,40,12,27,32,31,30,3,3,6,11,125,64,23,3,1,2,1,5,6,2,1,1,7,1,1,1,2,2,6,5,5,1,7,1,0,5,0,5,0,5,0,0,2,0,0,0,1,1,3,5,5,0,2 --expect few=5,6,2
program p
in  text  : u8[]
in  start : u32[]
in  next  : u32[]
const lines = len(start) - 1
out y : u32[6, lines]
out few : u32[3]
out none : u32[0]

for round in 0..2 {
    each l in 0..lines {
        let seed = start[l] % 5 + round
        var s = seed
        var most = 0
        let first = start[l]
        for i in first..start[l + 1] {
            let c = text[i]
            let at = s * 7 + c
            s = next[at]
            if s > most { most = s + i }
        }
        y[round, l] = s * 100 + seed
        y[2 + round, l] = most + first
    }
    barrier grid
}

each l in 0..3 {
    var s = l
    for i in l..start[l + 1] % 9 { s = next[s + i] }
    few[l] = s
}
barrier grid

each l in 0..len(none) {
    var s = l
    for i in l..start[l] { s = next[s + i] }
    none[l] = s
}
barrier grid

each l in 0..lines {
    var s = 1
    var t = 0
    for i in start[l]..start[l + 1] {
        s = next[s + t * 3 + text[i * 2 - 1]]
        t = next[t + s]
        if t > 5 { t = t / 2 } else { s += 1 }
    }
    y[4, l] = s
    y[5, l] = t
}
