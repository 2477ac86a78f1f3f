/// Runs a finite automaton over every line of a text and gives the state it ends in.
program dfa
in    text  : u8[]
in    start : u32[]         /// where each line begins; then the end
in    next  : u32[]         /// the state after a state and a byte, 256 to a state
const lines = len(start) - 1
out   state : u32[lines]

each l in 0..lines {
    var s = 0
    for i in start[l]..start[l + 1] { s = next[s * 256 + text[i]] }
    state[l] = s
}

//! --in text=text:abc --in start=values:0,2,2,3 --in next=zeros:512 --expect state=0,0,0
