/// What kind of byte each is: 1 a letter, 2 a digit, 3 the end of a line, 0 anything else.
program classes
in  text  : u8[]
out class : u8[len(text)]

each i in 0..len(text) {
    let c = text[i]
    let letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
    let digit = c >= '0' && c <= '9'
    class[i] = letter ? 1 : digit ? 2 : c == '\n' ? 3 : 0
}
