program p
in    x     : u32[]
param key   : u32
out   found : atomic u32[1]
each i in 0..len(x) {
    if x[i] == key { atomic_max(found[0], i) }
}

//! --in x=values:1,7,7,7,2 --set key=7 --expect found=3
