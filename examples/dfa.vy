/// Comments in C source: a row for each place where one opens or closes.
///
/// A finite automaton seems to need the bytes one after the other. It does not: every invocation runs
/// its chunk from all states at once, which gives a map from state to state; maps compose, so a scan
/// over them tells every chunk the state it really starts in.
program dfa
in      text  : u8[]                /// C source
param   chunk : u32 = 64            /// bytes an invocation answers for
param   cap   : u32 = 1_000_000     /// rows kept
const   chunks = ceil_div(len(text), chunk)
out     found : atomic u32[1]       /// rows found, also past cap
out     event : u32[cap, 2] @count(found)  /// (place, 1 opened or 0 closed)
scratch map   : u32[2, chunks]      // from state to state, four bits a state
workgroup 128
grid chunks

const CODE      = 0
const SLASH     = 1                 // code, after '/'
const BLOCK     = 2
const BLOCK_END = 3                 // block comment, after '*'
const LINE      = 4
const TEXT      = 5
const TEXT_SKIP = 6                 // string, after a backslash
const STATES    = 7
const SAME      = 0x6543210         // every state to itself
// Columns: other, '/', '*', line end, '"', '\'.
const NEXT : u8[STATES * 6] = [
    CODE,  SLASH, CODE,      CODE,  TEXT,  CODE,
    CODE,  LINE,  BLOCK,     CODE,  TEXT,  CODE,
    BLOCK, BLOCK, BLOCK_END, BLOCK, BLOCK, BLOCK,
    BLOCK, CODE,  BLOCK_END, BLOCK, BLOCK, BLOCK,
    LINE,  LINE,  LINE,      CODE,  LINE,  LINE,
    TEXT,  TEXT,  TEXT,      CODE,  CODE,  TEXT_SKIP,
    TEXT,  TEXT,  TEXT,      TEXT,  TEXT,  TEXT]

fn column(c: u32) -> u32 {
    return c == '/' ? 1 : c == '*' ? 2 : c == '\n' ? 3 : c == '"' ? 4 : c == '\\' ? 5 : 0
}

/// First one map, then the other.
fn then(one: u32, other: u32) -> u32 {
    var both = 0
    for s in 0..STATES { both |= (other >> (one >> 4 * s & 15) * 4 & 15) << 4 * s }
    return both
}

fn comment(s: u32) -> bool { return s == BLOCK || s == BLOCK_END || s == LINE }

let live = gid.x < chunks
let from = gid.x * chunk
let to = min(from + chunk, len(text))
if live {
    var state : u32[STATES]
    for s in 0..STATES { state[s] = s }
    for i in from..to {
        let c = column(text[i])
        for s in 0..STATES { state[s] = NEXT[state[s] * 6 + c] }
    }
    var all = 0
    for s in 0..STATES { all |= state[s] << 4 * s }
    map[0, gid.x] = all
}
barrier grid

var here = 0
var reach = 1
while reach < chunks {
    if live {
        let mine = map[here, gid.x]
        map[1 - here, gid.x] = gid.x >= reach ? then(map[here, gid.x - reach], mine) : mine
    }
    barrier grid
    here = 1 - here
    reach *= 2
}

if live {
    var state = (gid.x == 0 ? SAME : map[here, gid.x - 1]) & 15      // from CODE
    for i in from..to {
        let was = comment(state)
        state = NEXT[state * 6 + column(text[i])]
        if comment(state) != was {
            let slot = atomic_add(found[0], 1)
            if slot < cap {
                event[slot, 0] = i + 1
                event[slot, 1] = u32(!was)
            }
        }
    }
}

//! --in text=text:a/*b*/c --expect found=2 --expect event=3,1,6,0
//! --set chunk=1 --in text=text:a/*b*/c//d --expect found=3 --expect event=3,1,6,0,9,1
//! --set chunk=2 --in text=text:"/*"//x --expect found=1 --expect event=6,1
