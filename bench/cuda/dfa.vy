/// Runs a finite automaton of at most eight states over every line of a text, bound as words, and
/// gives the state it ends in. Larger tables stay where they are.
program dfa
in     text  : u32[]         /// four bytes each
in     start : u32[]         /// where each line begins; then the end
in     next  : u32[]         /// the state after a state and a byte, 256 to a state
const  lines = len(start) - 1
out    state : u32[lines]
shared table : u8[8 * 256]
workgroup 256
grid lines

for k in 0..8 { table[k * 256 + lid.x] = next[k * 256 + lid.x] }
barrier workgroup

if gid.x < lines {
    var i = start[gid.x]
    let end = max(start[gid.x + 1], i)
    var s = 0
    if len(next) <= 8 * 256 {
        // A word is on its way while the one before it is looked at.
        var word = text[i / 4] >> i % 4 * 8
        let head = min(end - i, (4 - i % 4) % 4)
        for k in 0..head {
            s = table[s % 8 * 256 + (word & 255)]
            word >>= 8
        }
        i += head
        word = text[i / 4]
        while end - i >= 4 {
            let now = word
            word = text[i / 4 + 1]
            s = table[s % 8 * 256 + (now & 255)]
            s = table[s % 8 * 256 + (now >> 8 & 255)]
            s = table[s % 8 * 256 + (now >> 16 & 255)]
            s = table[s % 8 * 256 + (now >> 24 & 255)]
            i += 4
        }
        for k in 0..end - i {
            s = table[s % 8 * 256 + (word & 255)]
            word >>= 8
        }
    } else {
        for k in i..end { s = next[s * 256 + (text[k / 4] >> k % 4 * 8 & 255)] }
    }
    state[gid.x] = s
}

//! --in text=values:6513249 --in start=values:0,2,2,3 --in next=zeros:512 --expect state=0,0,0
