// One past the end was inside, a bug planted on purpose; program 131 of vyre conform --hostile found it.
// Again: vyre conform --device cpu --route native --hostile tests/corpus/hostile/uniform-one-past-the-end.vy
//! --in fixed_i32=zeros:0 --in fixed_i64=zeros:0 --in b14=zeros:0
program conform_131
uniform fixed_i32: i32[0]
in fixed_i64: i64[0]
inout b14: atomic i32[0]
workgroup 2
grid 1

let v2 = fixed_i64[0]
atomic_store(b14[0], fixed_i32[lid.x + 0])
