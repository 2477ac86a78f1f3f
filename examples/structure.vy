/// The structure of JSON text: how deep every byte stands, and which bracket each bracket belongs to.
/// Quotes are told apart by a scan with xor, depths by a scan with add.
program structure
in      text     : u8[]
const   n        = len(text)
const   W        = 256
const   NONE     = 0xFFFF_FFFF
out     depth    : i32[n]               /// brackets open before the byte
out     partner  : u32[n]               /// for brackets: the place of the other one; else 0xFFFFFFFF
out     balanced : bool[1]              /// every bracket has a partner and every string an end
scratch low      : i32[ceil_div(n, W)]  // the least depth in each block of W bytes
workgroup W
grid n

/// A quote counts unless an odd number of backslashes stands before it.
fn is_quote(i: u32) -> bool {
    if text[i] != '"' { return false }
    var j = i
    while j > 0 && text[j - 1] == '\\' { j -= 1 }
    return (i - j) % 2 == 0
}

/// The last place before i where the depth is at most `level`; whole blocks are skipped.
fn last_at(level: i32, i: u32) -> u32 {
    var j = i
    while j > 0 {
        if j % W == 0 && low[j / W - 1] > level {
            j -= W
        } else {
            j -= 1
            if depth[j] <= level { return j }
        }
    }
    return NONE
}

let i = gid.x
let live = i < n
let quote = live && is_quote(i)
let inside = grid_scan_xor(quote)
let c = live && !inside ? text[i] : 0
let opens = c == '{' || c == '['
let closes = c == '}' || c == ']'
let change: i32 = opens ? 1 : closes ? -1 : 0
let before = grid_scan_add(change)
let least = workgroup_min(before)
if lid.x == 0 { low[wid.x] = least }
if live {
    depth[i] = before
    partner[i] = NONE
}
barrier grid

var wrong = false
if closes {
    let j = last_at(before - 1, i)
    if j == NONE || (text[j] == '{') != (c == '}') {
        wrong = true
    } else {
        partner[i] = j
        partner[j] = i
    }
}
let open = grid_add(change)
let unended = grid_xor(quote)
let bad = grid_any(wrong)
if i == 0 { balanced[0] = !bad && !unended && open == 0 }

//! --in text=text:[a{b}] --expect depth=0,1,1,2,2,1 --expect partner=5,4294967295,4,4294967295,2,0 --expect balanced=1
//! --in text=text:["]"] --expect balanced=1 --expect partner=4,4294967295,4294967295,4294967295,0
//! --in text=text:[} --expect balanced=0
//! --in text=text:[" --expect balanced=0
