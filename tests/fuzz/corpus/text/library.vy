/// no program here
const A = 3
fn add(x: u32, y: u32) -> u32 { return x + y + A }
