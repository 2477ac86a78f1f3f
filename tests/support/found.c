#include "support/found.h"

static const struct found all[] = {
    {"an assert in a segment was not reported",
     "program p out x: u32[40] workgroup 5 grid 40 let me = gid.x\n"
     "assert me != 7, \"{}\", me\n"
     "x[me] = 1 barrier grid x[me] += 1\n"},
    {"the grid's control flow read a local array",
     "program p out x: u32[40] workgroup 5 grid 40 let me = gid.x\n"
     "var a: u32[3] a[1] = len(x) a[2] += a[1] % 7\n"
     "if a[2] == 5 { barrier grid x[me] = a[1] }\n"
     "for k in 0..a[2] { a[0] += k barrier grid }\n"
     "x[me] += a[0]\n"},
    {"a workgroup's control flow read a local array",
     "program p out x: u32[64] shared s: u32[32] workgroup 32 grid 64\n"
     "var a: u32[3] a[1] = wid.x if lid.x % 16 == 0 { return } a[1] += 1\n"
     "for k in 0..a[1] { s[lid.x] += lid.x + k barrier workgroup x[gid.x] += s[31 - lid.x]\n"
     "barrier workgroup }\n"},
    {"the value of a local array in a lane that has returned",
     "program p out x: u32[64] workgroup 32 grid 64\n"
     "var a: u32[3] a[1] = 1 if lid.x % 16 == 0 { return } a[1] = 5\n"
     "let u = a[1] loop { if u == 5 { break } }\n"
     "var n = 0 loop { if a[1] == 3 { break } a[1] -= 1 n += 1 }\n"
     "x[gid.x] = u + n\n"},
    {"each dealt freely, although an invocation touches its own elements before it",
     "program p out x: u32[200] out y: u32[200] workgroup 5 grid 40 let me = gid.x\n"
     "x[me] = me x[me + 40] = 7 each i in 0..200 { x[i] += i } y[me] = x[me] + x[me + 40]\n"},
    {"each dealt freely into tables that workgroups show",
     "program p out y: u32[64] shared mine: atomic u32[8] workgroup 8 grid 64\n"
     "each i in 0..300 { mine[i % 8] += 1 } barrier workgroup y[gid.x] = mine[lid.x]\n"},
    {"each dealt freely over ranges that differ",
     "program p out x: u32[200] out y: u32[200] workgroup 5 grid 40\n"
     "each i in 0..200 { x[i] = i * 3 } each i in 0..120 { y[i] = x[i] + 1 }\n"
     "for k in 0..4 { each i in 0..50 * k { x[i] += y[i] y[i] = x[i] } }\n"},
    {"each dealt freely although elements meet several indices of one invocation",
     "program p out x: u32[40] out y: u32[200] out z: atomic u32[40] workgroup 5 grid 40\n"
     "each i in 0..200 { x[i % 40] = x[i % 40] * 3 + i y[i] = atomic_exchange(z[i % 40], i) }\n"},
    {"each dealt freely with axes swapped",
     "program p out x: u32[15, 15] workgroup 15 grid 15\n"
     "each i in 0..15, j in 0..15 { x[i, j] = x[i, j] * 5 + i }\n"
     "each i in 0..15, j in 0..15 { x[i, j] += j if i == j { x[j, i] *= 2 } }\n"},
    {"a fixpoint was entered although all had just returned",
     "program p out x: u32[40] workgroup 5 grid 40\n"
     "x[gid.x] = 1 barrier grid if x[gid.x] == 1 { return }\n"
     "let n = fixpoint k in 0..5 { if k < 3 { again } } x[gid.x] = n\n"},
    {"asserts before and after the end of a pass are in one interval",
     "program p out x: u32[40] workgroup 5 grid 40\n"
     "for k in 0..2 { if k == 1 { assert gid.x != 2, \"early {}\", k } barrier grid\n"
     "if k == 0 { assert gid.x != 35, \"late {}\", k } } x[gid.x] = 1\n"},
    {"uniform values of a vector that returned before it had them",
     "program p in d: u32[64] out x: u32[64] workgroup 32 grid 64 let me = gid.x\n"
     "var u = 3 if me % 32 > 20 { return } u = len(d) + wid.x barrier workgroup\n"
     "x[me] = u let v = u * 2 if me % 16 > 3 { return } u = v + 1 barrier workgroup x[me] += u\n"},
    {"a loop that nobody was in any more did not end",
     "program p param n: u32 = 0 out x: u32[64] workgroup 32 grid 64 x[gid.x] = 1\n"
     "if x[gid.x] + lid.x > 0 { return } var i = n while i % 2 == 0 { i /= 2 }\n"
     "for k in 0..(n + 0xffff_ffff) { i += k } x[gid.x] = i\n"},
    {"lanes that had left a loop still wrote in its condition",
     "program p out x: u32[64] out a: atomic u32[64] workgroup 32 grid 64\n"
     "var n = 0 while atomic_add(a[gid.x], 1) < gid.x % 7 { n += 2 } x[gid.x] = n\n"},
    {"threads ran a loop for ever that all had returned before",
     "program p out x: u32[40] workgroup 5 grid 40 var n = 1 x[gid.x] = 1 barrier grid\n"
     "if x[gid.x] == 1 { return } while n != 0 { n += 2 } barrier grid x[gid.x] = n\n"},
    {"threads ran a loop for ever in which all returned",
     "program p out x: u32[40] workgroup 5 grid 40 var n = 0 var a: u32[2] barrier grid\n"
     "loop { n += 1 a[n % 2] += n if gid.x < n * 3 { x[gid.x] = n + a[1] return } }\n"
     "barrier grid x[gid.x] = n\n"},
    {"threads ran a loop for ever in which all failed",
     "program p out x: u32[40] workgroup 5 grid 40 var n = 0 barrier grid\n"
     "for k in 0..0xffff_ffff { n += k assert gid.x + k < 50, \"{}\", k }\n"
     "barrier grid x[gid.x] = n\n"},
    {"values of loops that some left for good",
     "program p param most: u32 = 9 out x: u32[40] workgroup 5 grid 40 var n = 0 var m = 0\n"
     "x[gid.x] = 1 barrier grid block done { for k in 0..most { n += k for j in 0..k { m += j\n"
     "if gid.x == 7 * j { return } if n > 30 { leave done } } } } barrier grid\n"
     "for i in 0..m % 4 { barrier grid x[gid.x] += n } x[gid.x] += m\n"},
    {"an index that is a literal of 64 bits",
     "program p in a: u32[5] out x: u32[40] workgroup 5 grid 40\n"
     "x[gid.x] = a[0xffff_ffff_0000_0001u64] + a[0x1_0000_0001u64] + a[3u64]\n"
     "x[0xffff_ffff_ffff_ffffu64 - u64(gid.x)] = 7\n"},
    {"a grid smaller than a vector",
     "program p out o: u32[6] out c: u32[20] workgroup 1 grid 2\n"
     "each k in 1..9 { o[gid.x] += 1 c[k] = gid.x + 1 } let s = subgroup_xor(gid.x)\n"
     "each k in 9u64..15 { o[gid.x] += s c[k] = gid.x + 1 }\n"},
    {"steps smaller than a vector",
     "program p param n: u32 = 3 out x: u32[64] out y: u32[64] workgroup 32 grid 64\n"
     "for k in gid.x..100 step n { x[gid.x] = x[gid.x] * 3 + k }\n"
     "for k in lid.x..50 step 2 { y[gid.x] += k if k % 5 == 4 { continue } y[gid.x] *= 3\n"
     "for j in 0..k { for i in 0..3 { if y[gid.x] % 7 == i { break } y[gid.x] += i * j } } }\n"
     "for k in lid.x..60 step 0 { y[gid.x] += 1000 * k }\n"},
    {"an else-if that differs after an if that all share, in what threads keep",
     "program p out x: u32[40] workgroup 5 grid 40 var n = len(x) barrier grid\n"
     "if n == 40 { n += 2 } else if gid.x == 3 { x[gid.x] = 1 } else { x[gid.x] = 2 }\n"
     "if n == 41 { return } else if x[gid.x] > 0 { x[gid.x] += 1 } else { x[gid.x] += n }\n"
     "barrier grid x[gid.x] += n\n"},
    {"the text of a subnormal in a host that flushes them",
     "program p param a: f32 = 1.432633e-38 param b: f64 = 7e-310 out x: u32[40]\n"
     "workgroup 5 grid 40 x[gid.x] = 1 assert gid.x != 7, \"{} {}\", a / 4.0, b\n"},
    {"outputs were left as they were where no segment has an effect",
     "program p out x: u32[40] shared t: u32[5] workgroup 5 grid 40\n"
     "t[lid.x] = 1 barrier grid t[lid.x] += 2\n"},
    {"grids met beside an assert that nobody reaches, and looked where it would have been told",
     "program p out x: u32[40] workgroup 5 grid 40 x[gid.x] = 1 barrier grid\n"
     "loop { x[gid.x] += 1 break assert x[0] == 7, \"{}\", gid.x } barrier grid\n"
     "x[gid.x] += x[gid.x]\n"},
};

const struct found *found_program(size_t i)
{
    _Static_assert(sizeof all / sizeof *all <= FOUND_MOST, "FOUND_MOST is too small");
    return i < sizeof all / sizeof *all ? &all[i] : NULL;
}
