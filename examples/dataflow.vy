/// Reaching definitions over a control-flow graph, 32 definitions in a word.
program dataflow
param words    : u32                        /// words in a set
in    first    : u32[]                      /// the predecessors of block b are pred[first[b]..first[b + 1]]
in    pred     : u32[]
const blocks   = len(first) - 1
in    gen      : u32[blocks, words]         /// definitions made in the block
in    kill     : u32[blocks, words]         /// definitions it overwrites
out   at_start : u32[blocks, words]         /// definitions that reach its start
out   at_end   : atomic u32[blocks, words]  /// definitions that reach its end
workgroup 128
grid blocks * words

// Sets only grow, so in-place updates end in the one least solution, whatever the order.
fixpoint pass in 0..blocks * words * 32 + 1 {
    each b in 0..blocks, w in 0..words {
        var reach = 0
        for p in first[b]..first[b + 1] { reach |= at_end[pred[p], w] }
        at_start[b, w] = reach
        let more = gen[b, w] | reach & ~kill[b, w]
        if more & ~at_end[b, w] != 0 {
            at_end[b, w] |= more
            again
        }
    }
}

//! --set words=1 --in first=values:0,0,2,3 --in pred=values:0,2,1 --in gen=values:1,2,4 --in kill=values:4,0,1 --expect at_start=0,7,7 --expect at_end=1,7,6
