/// How many marks each line has.
program tally
in  mark : u32[]
in  line : u32[len(mark)]
out per  : atomic u32[len(mark)]

each i in 0..len(mark) {
    if mark[i] != 0 { atomic_add(per[line[i]], 1) }
}
