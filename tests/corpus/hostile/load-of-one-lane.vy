// One past the end was inside, a bug planted on purpose; program 176 of vyre conform --hostile found it.
// Again: vyre conform --device cpu --route native --hostile tests/corpus/hostile/load-of-one-lane.vy
//! --in fixed_bool=zeros:0
program conform_176
in fixed_bool: bool[0]
workgroup 1
grid 1

let v12 = subgroup_xor(false)
if fixed_bool[lid.x] ? fixed_bool[0] : v12 {
}
