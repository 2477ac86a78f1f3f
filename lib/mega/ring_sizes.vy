// Sizes of a live kernel. These are an example: src/mega/ring_program.c puts a kernel's own in
// their place.
const N       = 64
const WORKERS = 3
const LOG     = 64
const TRIES   = 1000
const OBS     = 4096
const WORK    = 1
/// Whether all workers of ring_cpu.vy are workgroups of one launch.
const GROUPS = false
/// Whether some handlers are as wide as a workgroup.
const WIDES = false
/// Whether there are programs as data.
const PROGRAMS = false
/// ring_gpu.vy: slots that one worker takes at a time at most; whether the links of the queues fit
/// into shared memory, and the words for them there. Nanoseconds without work before a launch of all
/// workers parks.
const MOST  = 32
const NEAR  = true
const LINKS = 320
const IDLE  = 2000000u64
/// Requests for bytes: whether slots can make them, how many at a time, words of the arena.
const IO    = false
const ASKS  = 1
const ARENA = 1
