// A load of one byte, and one of four bytes at once, of the same buffer: the second has no index of its
// own, and what a segment does with the even places of a buffer asked for one.
// Again: vyre emit tests/corpus/bytes-without-an-index.vy --to llvm --no-pass all
//! --in bytes=values:1,2,3,4,5 --expect y=0x04030202
program p
in  bytes : u8[5]
out y     : u32[1]

each i in 0..1 {
    if bytes[0] == 1 { y[0] = u32_at(bytes, 0) + bytes[i] }
}
