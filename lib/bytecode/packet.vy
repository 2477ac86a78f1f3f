// Programs as data on a GPU, behind interpreter.vy in the kernel of a ring: all lanes of a worker run
// a slot's program together. Its packet lies in memory of the host: the words of the code, pairs of
// an address and a count of bytes that start as zeros, the bytes of buffers. The worker copies it
// into its room in device memory, since each load across the link takes a microsecond, and copies
// back what the host is to see. src/mega/ring_packet.c makes packets.

window byte_room : u64[]

/// Copies words with all lanes; eight loads of each are in flight together.
fn byte_copy(from: u64, to: u64, words: u32) {
    mem_64 = window(from, u64(words))
    byte_room = window(to, u64(words))
    for at in 0..words step 256 {
        let k = at + lane
        let a0 = mem_64[k]
        let a1 = mem_64[k + 32]
        let a2 = mem_64[k + 64]
        let a3 = mem_64[k + 96]
        let a4 = mem_64[k + 128]
        let a5 = mem_64[k + 160]
        let a6 = mem_64[k + 192]
        let a7 = mem_64[k + 224]
        byte_room[k] = a0
        byte_room[k + 32] = a1
        byte_room[k + 64] = a2
        byte_room[k + 96] = a3
        byte_room[k + 128] = a4
        byte_room[k + 160] = a5
        byte_room[k + 192] = a6
        byte_room[k + 224] = a7
    }
}

/// Clears bytes that may begin and end anywhere.
fn byte_clear(at: u64, bytes: u64) {
    let head = min(0u64 - at & 7u64, bytes)
    let words = (bytes - head) / 8
    let rest = head + words * 8
    mem_8 = window(at, bytes)
    byte_room = window(at + head, words)
    if u64(lane) < head { mem_8[lane] = 0 }
    for i in u64(lane)..words step 32 { byte_room[i] = 0 }
    if rest + u64(lane) < bytes { mem_8[rest + u64(lane)] = 0 }
}

/// The slot whose words begin at `at`. 0: its program has ended; else its fault.
fn byte_slot(at: u32) -> u32 {
    let arg = lane < MEGA_ARGS ? sl[at + MEGA_SLOT_ARGS + lane] : 0
    let packet = u64(workgroup_broadcast(arg, PROGRAM_CODE)) |
        u64(workgroup_broadcast(arg, PROGRAM_CODE + 1)) << 32
    let room = (u64(workgroup_broadcast(arg, PROGRAM_ROOM)) |
        u64(workgroup_broadcast(arg, PROGRAM_ROOM + 1)) << 32) + u64(wid.x - 1) * BYTE_ROOM
    let count = workgroup_broadcast(arg, PROGRAM_WORDS)
    let copied = workgroup_broadcast(arg, PROGRAM_COPIED)
    let cleared = workgroup_broadcast(arg, PROGRAM_CLEARED)
    let back = workgroup_broadcast(arg, PROGRAM_BACK)
    let end = workgroup_broadcast(arg, PROGRAM_BACK_END)
    byte_copy(packet, room, copied)
    byte_clear(room + u64(copied) * 8, u64(cleared - copied) * 8)
    barrier workgroup
    // Rows whose highest bit is set count from the room.
    byte_room = window(room, u64(copied))
    let first = u32(byte_room[1])
    for r in lane..workgroup_broadcast(arg, PROGRAM_ROWS) step 32 {
        let where = byte_room[first + 2 * r]
        if where >> 63 != 0 { byte_room[first + 2 * r] = room + (where << 1 >> 1) }
    }
    for c in 0..workgroup_broadcast(arg, PROGRAM_CLEARS) {
        byte_code = window(room, u64(copied))
        let to = workgroup_load(byte_code[count + 2 * c])
        byte_clear(to, workgroup_load(byte_code[count + 2 * c + 1]))
    }
    barrier workgroup
    let fault = byte_run(room, u64(count), 0, BYTE_WORDS)
    barrier workgroup
    byte_copy(room + u64(back) * 8, packet + u64(back) * 8, end - back)
    return fault
}
