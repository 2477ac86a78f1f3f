// "mega.vy", the library that programs of megakernels use: the numbers of the layout under their
// names, and the built-in opcodes as functions of a task's arguments and its tenant's observables.
#include "mega/mega.h"

static const struct {
    const char *name;
    uint32_t value;
} constants[] = {
    {"EMPTY", VY_MEGA_EMPTY},
    {"PUBLISHED", VY_MEGA_PUBLISHED},
    {"CLAIMED", VY_MEGA_CLAIMED},
    {"DONE", VY_MEGA_DONE},
    {"WAIT_IO", VY_MEGA_WAIT_IO},
    {"YIELD", VY_MEGA_YIELD},
    {"REQUEUE", VY_MEGA_REQUEUE},
    {"FAULT", VY_MEGA_FAULT},
    {"WIDE", VYI_MEGA_WIDE},
    {"SLOT_WORDS", VY_MEGA_SLOT_WORDS},
    {"SLOT_OPCODE", VY_MEGA_SLOT_OPCODE},
    {"SLOT_TENANT", VY_MEGA_SLOT_TENANT},
    {"SLOT_PRIORITY", VY_MEGA_SLOT_PRIORITY},
    {"SLOT_ARGS", VY_MEGA_SLOT_ARGS},
    {"SLOT_RESULT", VY_MEGA_SLOT_RESULT},
    {"ARGS", VY_MEGA_ARGS},
    {"STATUS_MASK", VY_MEGA_STATUS_MASK},
    {"PRIORITIES", VY_MEGA_PRIORITIES},
    {"SHUTDOWN", VY_MEGA_CONTROL_SHUTDOWN},
    {"DONE_COUNT", VY_MEGA_CONTROL_DONE_COUNT},
    {"TENANT_BASE", VY_MEGA_CONTROL_TENANT_BASE},
    {"MASKS", VY_MEGA_CONTROL_MASKS},
    {"QUOTAS", VY_MEGA_CONTROL_QUOTAS},
    {"CLAIMS", VY_MEGA_CONTROL_CLAIMS},
    {"METRICS", VY_MEGA_CONTROL_METRICS},
    {"METRIC_COUNT", VY_MEGA_METRICS},
    {"EPOCH", VY_MEGA_CONTROL_EPOCH},
    {"PARTITIONS", VY_MEGA_CONTROL_PARTITIONS},
    {"STARVATION", VY_MEGA_CONTROL_STARVATION},
    {"PRIORITY_CLAIMS", VY_MEGA_CONTROL_PRIORITY_CLAIMS},
    {"HEARTBEAT", VY_MEGA_CONTROL_HEARTBEAT},
    {"FAULTS", VY_MEGA_CONTROL_FAULTS},
    {"FAULT_CODE", VY_MEGA_CONTROL_FAULT_CODE},
    {"FAULT_SLOT", VY_MEGA_CONTROL_FAULT_SLOT},
    {"IO_USED", VY_MEGA_CONTROL_IO_USED},
    {"CONTROL_WORDS", VY_MEGA_CONTROL_WORDS},
    {"DEBUG_RECORD_WORDS", VY_MEGA_DEBUG_RECORD_WORDS},
    {"DEBUG_WORDS", VY_MEGA_DEBUG_WORDS},
    {"IO_SLOTS", VY_MEGA_IO_SLOTS},
    {"IO_SLOT_WORDS", VY_MEGA_IO_SLOT_WORDS},
    {"IO_WORDS", VY_MEGA_IO_WORDS},
    {"IO_OP", VY_MEGA_IO_OP},
    {"IO_SOURCE", VY_MEGA_IO_SOURCE},
    {"IO_DESTINATION", VY_MEGA_IO_DESTINATION},
    {"IO_OFFSET_LOW", VY_MEGA_IO_OFFSET_LOW},
    {"IO_OFFSET_HIGH", VY_MEGA_IO_OFFSET_HIGH},
    {"IO_BYTES", VY_MEGA_IO_BYTES},
    {"IO_STATUS", VY_MEGA_IO_STATUS},
    {"IO_TAG", VY_MEGA_IO_TAG},
    {"IO_READ", VY_MEGA_IO_READ},
    {"IO_WRITE", VY_MEGA_IO_WRITE},
    {"IO_FENCE", VY_MEGA_IO_FENCE},
    {"IO_OK", VY_MEGA_IO_OK},
    {"IO_ERROR", VY_MEGA_IO_ERROR},
    {"URGENT", VYI_MEGA_URGENT},
    {"LOADED", (uint32_t)VYI_MEGA_LOADED},
    {"OP_NOP", VY_MEGA_OP_NOP},
    {"OP_STORE_U32", VY_MEGA_OP_STORE_U32},
    {"OP_ATOMIC_ADD", VY_MEGA_OP_ATOMIC_ADD},
    {"OP_LOAD_U32", VY_MEGA_OP_LOAD_U32},
    {"OP_COMPARE_SWAP", VY_MEGA_OP_COMPARE_SWAP},
    {"OP_MEMCPY", VY_MEGA_OP_MEMCPY},
    {"OP_DFA_STEP", VY_MEGA_OP_DFA_STEP},
    {"OP_BATCH_FENCE", VY_MEGA_OP_BATCH_FENCE},
    {"OP_LOAD_MISS", VY_MEGA_OP_LOAD_MISS},
    {"OP_PRINTF", VY_MEGA_OP_PRINTF},
    {"OP_PACKED", VY_MEGA_OP_PACKED},
    {"OP_SHUTDOWN", VY_MEGA_OP_SHUTDOWN},
    {"FAULT_OPCODE", VY_MEGA_FAULT_OPCODE},
    {"FAULT_BOUNDS", VY_MEGA_FAULT_BOUNDS},
    {"FAULT_STATUS", VY_MEGA_FAULT_STATUS},
    {"FAULT_PACKED", VY_MEGA_FAULT_PACKED},
    {"FAULT_IO", VY_MEGA_FAULT_IO},
    {"FAULT_ATTEMPTS", VY_MEGA_FAULT_ATTEMPTS},
    {"FAULT_NOT_ALLOWED", VY_MEGA_FAULT_NOT_ALLOWED},
    {"FAULT_HANDLER", VY_MEGA_FAULT_HANDLER},
    {"FAULT_DEADLINE", VY_MEGA_FAULT_DEADLINE},
    {"FAULT_USER", VY_MEGA_FAULT_USER},
};

// Whatever is not in the tenant's observables is a FAULT, not a silent nothing: the task learns it.
static const char functions[] =
    "fn mega_store(value: u32, at: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
    "    atomic_store(obs[at], value)\n"
    "    return MEGA_DONE, 0\n"
    "}\n"
    "fn mega_add(value: u32, at: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
    "    let old = atomic_add(obs[at], value)\n"
    "    return MEGA_DONE, old\n"
    "}\n"
    "fn mega_load(at: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
    "    let value = atomic_load(obs[at])\n"
    "    return MEGA_DONE, value\n"
    "}\n"
    "fn mega_swap(at: u32, old: u32, value: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }\n"
    "    let found = atomic_compare_exchange(obs[at], old, value)\n"
    "    return MEGA_DONE, found\n"
    "}\n"
    // Words that overlap are copied from the end that is not written first.
    "fn mega_copy(from: u32, to: u32, count: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let most = len(obs)\n"
    "    if count > most || from > most - count || to > most - count {\n"
    "        return MEGA_FAULT, MEGA_FAULT_BOUNDS\n"
    "    }\n"
    "    for i in 0..count {\n"
    "        let k = to <= from ? i : count - 1 - i\n"
    "        atomic_store(obs[to + k], atomic_load(obs[from + k]))\n"
    "    }\n"
    "    return MEGA_DONE, 0\n"
    "}\n"
    // What a handler may give; a FAULT always has a code.
    "fn mega_checked(status: u32, result: u32) -> u32, u32 {\n"
    "    if status == MEGA_FAULT {\n"
    "        let code = result & 0xffff\n"
    "        return MEGA_FAULT, code == 0 ? MEGA_FAULT_HANDLER : code\n"
    "    }\n"
    "    let known = status == MEGA_DONE || status == MEGA_YIELD || status == MEGA_REQUEUE\n"
    "    return known ? status : MEGA_FAULT, known ? result : MEGA_FAULT_STATUS\n"
    "}\n";

void vyi_mega_library(struct vyi_text *t)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        vyi_text_printf(t, "const MEGA_%s = 0x%x\n", constants[i].name, constants[i].value);
    vyi_text_append(t, functions, sizeof functions - 1);
}
