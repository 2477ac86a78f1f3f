// In uniform flow, with divergence inside.
program ok_each
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..k {
    each e in 0..len(x) {
        if x[e] == 0 { continue }
        var v = x[e]
        while v > 0 {
            if v == 5 { break }
            v -= 1
        }
        s[e] = v
    }
    barrier grid
}
