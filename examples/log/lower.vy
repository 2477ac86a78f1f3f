/// Letters in lower case; every other byte as it is.
program lower
in  text : u8[]
out low  : u8[len(text)]

each i in 0..len(text) {
    let c = text[i]
    low[i] = c >= 'A' && c <= 'Z' ? c + 32 : c
}
