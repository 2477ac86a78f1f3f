/// A service: runs until the host says stop, and answers requests meanwhile. Every invocation watches
/// a slot of its own: the host writes `number`, then sets `state` to 1 (request); the service writes
/// `answer` and sets `state` to 2 (done), which the host may then reuse. 3 stops that invocation.
program mailbox service
const  SLOTS   = 4
const  REQUEST = 1
const  DONE    = 2
const  STOP    = 3
mapped state  : atomic u32[SLOTS]
mapped number : atomic u32[SLOTS]
mapped answer : atomic u32[SLOTS]   /// the number of steps of the 3n + 1 game down to 1
out    served : atomic u32[1]       /// requests answered
workgroup SLOTS
grid SLOTS

let slot = lid.x
loop {
    let now = atomic_load(state[slot], acquire, system)
    if now == STOP { break }
    if now == REQUEST {
        var n = atomic_load(number[slot])
        var steps = 0
        while n > 1 {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1
            steps += 1
        }
        atomic_store(answer[slot], steps)
        atomic_store(state[slot], DONE, release, system)
        served[0] += 1
    } else {
        pause()
    }
}
