/// One invocation that adds 1: the least that a dispatch can do.
program nothing
inout x : u32[]
workgroup 1
grid 1

x[0] += 1

//! --in x=values:41 --expect x=42
