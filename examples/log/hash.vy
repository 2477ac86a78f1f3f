/// FNV-1a of the word that begins at a byte; 0 where none does.
program hash
in  low   : u8[]
in  class : u8[len(low)]
in  start : u32[len(low)]
out key   : u32[len(low)]

each i in 0..len(low) {
    var h = 0
    if start[i] == 1 {
        h = 0x811c9dc5
        var k = i
        while k < len(low) && class[k] == 1 {
            h = (h ^ low[k]) * 0x01000193
            k += 1
        }
    }
    key[i] = h
}
