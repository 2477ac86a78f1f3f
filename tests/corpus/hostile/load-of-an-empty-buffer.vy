// One past the end was inside, a bug planted on purpose; program 1 of vyre conform --hostile found it.
// Again: vyre conform --device cpu --route native --hostile tests/corpus/hostile/load-of-an-empty-buffer.vy
//! --in fixed_bool=zeros:0
program conform_1
in fixed_bool: bool[0]
workgroup 1, 1, 2
grid 1, 1, 1

for k7 in 0..i64(fixed_bool[lid.x]) step 0i64 {
}
