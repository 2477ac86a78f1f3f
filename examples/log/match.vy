/// 1 where a word begins that is one of the rules.
program match
in  key  : u32[]
in  rule : u32[]            /// keys of the rules; 0 where none begins
out hit  : u32[len(key)]

each i in 0..len(key) {
    var found = false
    if key[i] != 0 {
        for r in 0..len(rule) {
            if rule[r] == key[i] { found = true }
        }
    }
    hit[i] = u32(found)
}
