/// Where each of several words occurs in a text.
program find
use "../match.vy"
in  text  : u8[]
in  words : u8[]                    /// one after the other
in  first : u32[]                   /// where each begins, and the end of the last one
out found : u32[1]                  /// how many occurrences there are
out which : u32[] @count(found)     /// the word of each
out at    : u32[] @count(found)     /// where it begins
workgroup 256
grid min(max(len(text), 1), 65536)

let all = match_words(text, words, first, which, at)
if gid.x == 0 { found[0] = all }

//! --in text=text:banana --in words=text:anan --in first=values:0,2,3,4 --expect found=7 --expect which=1,0,2,1,0,2,1 --expect at=1,1,2,3,3,4,5
//! --in text=text:banana --in words=text:nab --in first=values:0,0,3 --expect found=0
//! --in text=zeros:0 --in words=text:a --in first=values:0,1 --expect found=0
