/// The value of the number that begins at a byte; 0 where none does, 4294967295 where it is larger.
program values
in  text  : u8[]
in  class : u8[len(text)]
in  start : u32[len(text)]
out value : u32[len(text)]

each i in 0..len(text) {
    var v: u64 = 0
    if start[i] == 1 {
        var k = i
        while k < len(text) && class[k] == 2 {
            v = min(v * 10 + u64(text[k] - '0'), 0xffffffff)
            k += 1
        }
    }
    value[i] = u32(v)
}
