/// Where matches of a regular expression end.
program grep
use "../match.vy"
in      text  : u8[]
in      regex : u8[]                /// such as [a-z]+(ing|ed)$
out     found : u32[1]              /// how many ends there are
out     at    : u32[] @count(found) /// the place behind the last byte of each
scratch nfa   : u64[REGEX_WORDS]
workgroup 64
grid min(max(len(text), 1), 65536)

let good = match_compile(regex, nfa)
assert good, "'regex' is no regular expression, or has more than 64 bytes and classes"
let all = match_regex(text, nfa, at)
if gid.x == 0 { found[0] = all }

//! --in text=text:banana --in regex=text:(an)+a?$ --expect found=1 --expect at=6
//! --in text=text:banana --in regex=text:a[n-z] --expect found=2 --expect at=3,5
//! --in text=zeros:0 --in regex=text:. --expect found=0
//! --in text=text:a --in regex=text:(a --expect-error V170
