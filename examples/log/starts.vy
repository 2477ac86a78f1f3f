/// 1 where a run of bytes of one class begins; with `all`, at every byte of it.
program starts
in    class : u8[]
param kind  : u32
param all   : bool = false
out   flag  : u32[len(class)]

each i in 0..len(class) {
    let before = i > 0 && class[i - 1] == kind
    flag[i] = u32(class[i] == kind && (all || !before))
}
