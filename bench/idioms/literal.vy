/// Where a word occurs in a text. An invocation looks at 128 bytes, eight at a time, for the first two
/// bytes of the word, and compares the word only where these two stand side by side.
program literal
in    text  : u8[]                  /// bytes, a multiple of eight
in    eight : u64[]                 /// the same bytes
in    word  : u8[]                  /// at least two bytes
param cap   : u32
out   found : atomic u32[1]
out   at    : u32[cap] @count(found)
const ROUNDS = 16
const W      = 64
workgroup W
grid ceil_div(len(eight), ROUNDS)

const ONES = 0x0101_0101_0101_0101u64
const HIGH = 0x8080_8080_8080_8080u64
/// A high bit where the two bytes may stand, of eight bytes and those after them.
fn pair(a: u64, b: u64, one: u64, two: u64) -> u64 {
    let x = a ^ one
    let y = (a >> 8 | b << 56) ^ two
    return (x - ONES) & ~x & (y - ONES) & ~y & HIGH
}
let one = u64(word[0]) * ONES
let two = u64(word[1]) * ONES
let first = wid.x * (W * ROUNDS) + lid.x
var some = 0u64
for r in 0..ROUNDS {
    some |= pair(eight[first + r * W], eight[first + r * W + 1], one, two)
}
if some != 0 {
    for r in 0..ROUNDS {
        let at8 = first + r * W
        var here = pair(eight[at8], eight[at8 + 1], one, two)
        while here != 0 {
            let i = 8 * at8 + u32(ctz(here)) / 8
            here &= here - 1
            if i + len(word) <= len(text) && text[i] == word[0] && text[i + 1] == word[1] {
                var same = 2
                while same < len(word) && text[i + same] == word[same] { same += 1 }
                if same == len(word) { at[atomic_add(found[0], 1)] = i }
            }
        }
    }
}

//! --in text=text:a,ab,abc --in eight=zeros:1 --in word=text:ab --set cap=9 --expect found=0
