/// The lines that were found, in order: number from 1, words, large numbers.
program gather
in    line  : u32[]             /// 1: it is one of them
in    place : u32[len(line)]    /// how many are before it
in    words : u32[len(line)]
in    large : u32[len(line)]
param cap   : u32 = 8
out   found : u32[1]
out   row   : u32[cap, 3]

each i in 0..len(line) {
    if line[i] == 1 && place[i] < cap {
        row[place[i], 0] = i + 1
        row[place[i], 1] = words[i]
        row[place[i], 2] = large[i]
    }
    if i == len(line) - 1 { found[0] = place[i] + line[i] }
}
