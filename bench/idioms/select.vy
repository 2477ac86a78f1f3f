/// The elements below a limit, in no particular order.
program select
in    x     : u32[]
param below : u32
out   found : atomic u32[1]
out   y     : u32[len(x)] @count(found)

each i in 0..len(x) {
    if x[i] < below { y[atomic_add(found[0], 1)] = x[i] }
}

//! --in x=values:5,1,9,2 --set below=5 --expect found=2 --expect y=1,2
//! --in x=random:70000:1 --set below=0 --expect found=0
