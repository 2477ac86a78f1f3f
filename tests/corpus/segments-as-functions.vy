// More than 24 segments, so that each is compiled as a function of its own. In all of them
// grid-uniform locals are assigned before several workgroups of a thread read them: the naive
// function changes the local itself, and the second workgroup starts from what the first one made.
// Again: vyre test tests/corpus/segments-as-functions.vy --device cpu
//! --in x=values:5,0,7,2,9,1 --expect y=1612903351,1612040469,1612188311,1614104805,1612771747,1613707561,1612027911,1612934081,1614112967,1612579313,1614100351,1613978725 --expect z=3971448587,3971132084,3968324061,3969080754,3968167519,3970675120,3968694385,3971569206,3969034467,3971934960,3969206777,3970635174
program p
in x : u32[6]
out y : u32[12]
out z : u32[12]
workgroup 4
grid 12

fn step(by: u32, to: u64, odd: bool) -> u32, u64, bool {
    var a = by
    var b = to
    var c = odd
    for k in 0..a % 3 + 1 { a += x[k] }
    if c { b = b * 3 + u64(a) }
    y[gid.x] = z[(gid.x + 5) % 12] + a + gid.x
    barrier grid
    a = a * 5 + 1
    c = a % 2 == 0
    z[gid.x] ^= y[gid.x] + u32(b) + (c ? 256 : 0)
    barrier grid
    return a + 1, b + 1, !c
}
fn steps(by: u32, to: u64, odd: bool) -> u32, u64, bool {
    let a, b, c = step(by, to, odd)
    let d, e, f = step(a, b, c)
    let g, h, i = step(d, e, f)
    let j, k, l = step(g, h, i)
    return j, k, l
}

let a, b, c = steps(1, 4294967299, true)
let d, e, f = steps(a, b, c)
let g, h, i = steps(d, e, f)
let j, k, l = steps(g, h, i)
y[gid.x] += j + u32(k >> 32) + (l ? 1 : 0)
