/// Where a word occurs in a text, byte by byte.
program literal
in    text  : u8[]
in    eight : u64[]
in    word  : u8[]
param cap   : u32
out   found : atomic u32[1]
out   at    : u32[cap] @count(found)

each i in 0..len(text) - min(len(text), len(word) - 1) {
    var same = 0
    while same < len(word) && text[i + same] == word[same] { same += 1 }
    if same == len(word) { at[atomic_add(found[0], 1)] = i }
}

//! --in text=text:a,ab,abc --in eight=zeros:1 --in word=text:ab --set cap=9 --expect found=2 --expect at=2,5
