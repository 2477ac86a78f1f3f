// Mesa shifted 64 bits wrongly by a constant count whose higher bits are not 0.
// Again: vyre test tests/corpus/shifts-by-counts-a-compiler-knows.vy --device vulkan
//! --in x=values:81985529216486895 --in s=values:-81985529216486895 --expect y=9920249030594527232,19088743,9920249030594527232,9920249030613615975 --expect z=-19088744,-1
program p
in  x : u64[1]
in  s : i64[1]
out y : u64[4]
out z : i64[2]
workgroup 1
grid 1

y[0] = x[0] << ~31u32
y[1] = x[0] >> ~31u32
y[2] = x[0] << (0u32 - 32)
y[3] = rotl(x[0], ~31u32)
z[0] = s[0] >> ~31u32
z[1] = s[0] >> (0u32 - 1)
