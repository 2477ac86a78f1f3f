// Registers and code in memory: before interpreter.vy.
window byte_code : u64[]

fn byte_get(at: u32) -> u32 { return byte_registers[at] }
fn byte_put(at: u32, v: u32) { byte_registers[at] = v }
fn byte_is_near(planes: u32, plane: u32) -> bool { return false }
/// Three registers in two neighbouring strips, of which `at` is the first.
fn byte_get_two(near: bool, a: u32, b: u32, c: u32, at: u32) -> u32, u32, u32, u32, u32, u32 {
    return byte_get(a + at), byte_get(b + at), byte_get(c + at), byte_get(a + at + 32),
        byte_get(b + at + 32), byte_get(c + at + 32)
}
/// A register in two strips, of which the two lowest bits of `on` say whether this lane is on.
fn byte_put_two(near: bool, d: u32, at: u32, v: u32, w: u32, on: u32) {
    if (on & 1) != 0 { byte_put(d + at, v) }
    if (on & 2) != 0 { byte_put(d + at + 32, w) }
}
fn byte_run_quick(pc: u32, on: u32, plane: u32) -> u32, u32 { return pc, on }
/// Called when byte_code has changed.
fn byte_begin(words: u64) {}
/// A word of the code, the same for all lanes.
fn byte_word(at: u32) -> u64 { return subgroup_load(byte_code[at]) }
/// A word of the code, for this lane.
fn byte_own_word(at: u32) -> u64 { return byte_code[at] }
