// One past the end was inside, a bug planted on purpose; program 53 of vyre conform --hostile found it.
// Again: vyre conform --device cpu --route native --hostile tests/corpus/hostile/wide-one-past-the-end.vy
//! --in fixed_i64=zeros:0 --in fixed_f64=zeros:0
program conform_53
in fixed_i64: i64[0]
uniform fixed_f64: f64[0]
workgroup 2
grid 1

let v5 = i32(fixed_f64[lid.x]) | i32(fixed_i64[0])
