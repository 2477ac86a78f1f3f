/// Comments in C source: a row for each place where one opens or closes.
///
/// A finite automaton seems to need the bytes one after the other. It does not: a byte is a map from
/// state to state, maps compose, and so a scan over the maps of chunks tells every chunk the state it
/// begins in.
program dfa
in      text  : u8[]                /// C source
param   chunk : u32 = 64            /// bytes an invocation answers for
param   cap   : u32 = 1_000_000     /// rows kept
const   chunks = ceil_div(len(text), chunk)
out     found : atomic u32[1]       /// rows found, also past cap
out     event : u32[cap, 2] @count(found)  /// (place, 1 opened or 0 closed)
const   W      = 128
const   groups = ceil_div(chunks, W)
scratch map   : u32[2, groups]      // of all chunks up to the end of a workgroup's
shared  near  : u32[2, W]           // of the chunks of a workgroup
workgroup W
grid chunks

// States: code, code after '/', block comment, block comment after '*', line comment, string, string
// after a backslash. A map has four bits a state, the first state on the right.
const STATES = 7
const SAME   = 0x6543210            // every state to itself

/// What a byte does.
fn after(c: u32) -> u32 {
    return c == '/' ? 0x5540241 : c == '*' ? 0x5543320 : c == '\n' ? 0x5002200 : c == '"' ? 0x5042255 : c == '\\' ? 0x5642200 : 0x5542200
}

/// First one map, then the other.
fn then(one: u32, other: u32) -> u32 {
    var both = 0
    for s in 0..STATES { both |= (other >> (one >> 4 * s & 15) * 4 & 15) << 4 * s }
    return both
}

fn comment(s: u32) -> bool { return s >= 2 && s <= 4 }

let from = min(gid.x * chunk, len(text))
let to = min(from + chunk, len(text))

// What the chunk does, from every state at once.
var state : u32[STATES]
for s in 0..STATES { state[s] = s }
for i in from..to step 4 {
    let word = u32_at(text, i)      // one load for four bytes
    for b in 0..4 {
        let next = i + b < to ? after(word >> 8 * b & 255) : SAME
        for s in 0..STATES { state[s] = next >> 4 * state[s] & 15 }
    }
}
var all = 0
for s in 0..STATES { all |= state[s] << 4 * s }

// With all chunks of the workgroup before it.
near[0, lid.x] = all
barrier workgroup
var here = 0
var reach = 1
while reach < W {
    let mine = near[here, lid.x]
    near[1 - here, lid.x] = lid.x >= reach ? then(near[here, lid.x - reach], mine) : mine
    barrier workgroup
    here = 1 - here
    reach *= 2
}
let before = lid.x == 0 ? SAME : near[here, lid.x - 1]
if lid.x == 0 { map[0, wid.x] = near[here, W - 1] }
barrier grid

// The same over the workgroups.
here = 0
reach = 1
while reach < groups {
    if gid.x < groups {
        let mine = map[here, gid.x]
        map[1 - here, gid.x] = gid.x >= reach ? then(map[here, gid.x - reach], mine) : mine
    }
    barrier grid
    here = 1 - here
    reach *= 2
}

// Now the state in which the chunk begins is known: the text begins in state 0.
let first = wid.x == 0 ? 0 : map[here, wid.x - 1] & 15
var s = before >> 4 * first & 15
for i in from..to step 4 {
    let word = u32_at(text, i)
    for b in 0..4 {
        let was = comment(s)
        let next = i + b < to ? after(word >> 8 * b & 255) : SAME
        s = next >> 4 * s & 15
        if comment(s) != was {
            let slot = atomic_add(found[0], 1)
            if slot < cap {
                event[slot, 0] = i + b + 1
                event[slot, 1] = u32(!was)
            }
        }
    }
}

//! --in text=text:a/*b*/c --expect found=2 --expect event=3,1,6,0
//! --set chunk=1 --in text=text:a/*b*/c//d --expect found=3 --expect event=3,1,6,0,9,1
//! --set chunk=2 --in text=text:"/*"//x --expect found=1 --expect event=6,1
