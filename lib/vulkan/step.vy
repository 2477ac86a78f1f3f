// The stepper of the vulkan device: runs the code of a list up to the next launch, and gives that
// kernel its workgroups. src/dev/vulkan/vulkan_list.h has the numbers by name.
//
// words: 0 the stop request, 1 whether the end was reached, 2 the kernel + 1 that failed, 3 launches
// so far, 4 the next instruction, 5 and 6 the slots that have workgroups in this round, 7 where the
// code begins, then from 16 on slots of 4: what an indirect dispatch reads, and its size along x.
// An instruction has 8 words: the op and its operands a to f.
program vyre_step
inout words   : u32[]
inout control : u32[]
inout pass    : u32[]
workgroup 1
grid 1

for s in words[5]..words[6] { words[16 + 4 * s] = 0 }
words[5] = 0
words[6] = 0
var pc = words[4]
var going = true
while going {
    let at = words[7] + 8 * pc
    let op = words[0] == 0 ? words[at] : 0
    let a = words[at + 1]
    let b = words[at + 2]
    let c = words[at + 3]
    let f = words[at + 4]
    pc += 1
    if op == 0 {    // END
        words[1] = 1
        words[16] = 0
        going = false
    }
    if op == 1 {    // LAUNCH
        for s in a..b { words[16 + 4 * s] = words[19 + 4 * s] }
        words[5] = a
        words[6] = b
        if c != 0 { words[c - 1] = 0 }
        words[3] += 1
        going = false
    }
    if op == 2 { for i in a..b { control[i] = 0 } }    // CLEAR
    if op == 3 { if control[a] == 0 { pc = b } }       // UNLESS
    if op == 4 { pc = a }                              // GO
    if op == 5 {                                       // WATCH
        if words[a] != 0xffffffff || words[c] != 0 {
            words[0] = 1
            words[2] = b
        }
    }
    if op >= 6 {    // ENTER, AGAIN: f is a fixpoint's k, to, pass, entries, passes, cut, empty
        var k = words[f]
        var to = words[f + 1]
        var passes = words[f + 2]
        var changed = 1
        var left = 1
        if c != 0 { left = control[c - 1] }
        if op == 6 {
            k = control[a]
            to = control[a + 1]
            passes = 0
        } else {
            k += 1
            passes += 1
            changed = control[a + 2]
        }
        words[f] = k
        words[f + 1] = to
        words[f + 2] = passes
        pc = words[at + 6]
        if k < to && changed != 0 && left != 0 {
            pass[b] = k
            control[a + 2] = 0
            pc = words[at + 5]
        } else if op == 7 || left != 0 {
            words[f + 3] += 1
            words[f + 4] += passes
            if passes == 0 { words[f + 6] += 1 }
            if passes != 0 && changed != 0 { words[f + 5] += 1 }
            pass[b + 1] = passes
        }
    }
}
words[4] = pc
