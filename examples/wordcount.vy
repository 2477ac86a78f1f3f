/// How often each word of a text occurs.
program wordcount
use "table.vy"
in    text   : u8[]
param room   : u32 = 131072             /// different words at most
out   found  : u32[1]                   /// how many there are
out   at     : u32[room] @count(found)  /// where each stands first, in this order
out   length : u32[room] @count(found)
out   times  : u32[room] @count(found)
workgroup 64
grid 4096
fn is_letter(c: u32) -> bool { return (c | 32) - 'a' < 26 || c >= 128 }

let words = count_words(text, at, length, times, is_letter)
if gid.x == 0 { found[0] = words }

//! --in text=text:to.be,or,not.to-be --expect found=4 --expect at=0,3,6,9 --expect length=2,2,2,3 --expect times=2,2,1,1
