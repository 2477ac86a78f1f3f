// UTF-8 and numbers of which the next one is wrong, or the one before.
// Again: vyre test tests/corpus/text-at-the-limits.vy --device cpu
//! --in bytes=bits:0x41,0x42,0xED,0xA0,0x80,0xED,0x9F,0xBF,0xE0,0x9F,0xBF,0xF0,0x8F,0xBF,0xBF,0xF4,0x90,0x80,0x80,0xC1,0x80,0x61,0xE1,0x80,0xF4,0x8F,0xBF,0xBF --in first=values:0,2,5,8,11,15,19,21,24,28 --in number=text:18446744073709551615,18446744073709551616,-9223372036854775808,9223372036854775808,-9223372036854775809,9223372036854775807 --expect end=2,0,3,0,0,0,0,1,4 --expect u=18446744073709551615,7,7,9223372036854775808,7,9223372036854775807 --expect s=7,7,-9223372036854775808,7,7,9223372036854775807
program text_at_the_limits
use "text.vy"
in  bytes  : u8[]
in  first  : u32[]
in  number : u8[]
out end    : u32[len(first) - 1]
out u      : u64[6]
out s      : i64[6]
scratch at     : u32[6]
scratch length : u32[6]
workgroup 8
grid 16
for k in 0..len(end) {
    let place = utf8_end(bytes[first[k]..first[k + 1]])
    if gid.x == 0 { end[k] = place }
}
let fields = text_fields(number, ',', at, length)
each i in 0..fields {
    let v, good = text_u64(number, at[i], length[i])
    let w, fits = text_i64(number, at[i], length[i])
    u[i] = good ? v : 7
    s[i] = fits ? w : 7
}
