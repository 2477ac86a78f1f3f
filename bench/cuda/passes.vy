/// A fixpoint whose passes do almost nothing: one invocation adds 1 and asks for another pass.
program passes
param most : u32        /// passes
inout x    : u32[]
workgroup 256
grid len(x)

fixpoint k in 0..most {
    if gid.x == k % len(x) {
        x[gid.x] += 1
        again
    }
}

//! --set most=5 --in x=values:0,0,0 --expect x=2,2,1
