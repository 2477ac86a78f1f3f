// The texts of lib/mega.vy and lib/mega, which are part of the library.
#include "base/embed.h"
#include "mega/mega.h"

#define TEXTS(TEXT)                              \
    TEXT(mega, "mega.vy")                        \
    TEXT(handlers, "mega/handlers.vy")           \
    TEXT(classic, "mega/classic.vy")             \
    TEXT(dispatch, "mega/dispatch.vy")           \
    TEXT(slots, "mega/slots.vy")                 \
    TEXT(io, "mega/io.vy")                       \
    TEXT(ring_layout, "mega/ring_layout.vy")     \
    TEXT(ring_common, "mega/ring_common.vy")     \
    TEXT(ring_cpu, "mega/ring_cpu.vy")           \
    TEXT(ring_gpu, "mega/ring_gpu.vy")           \
    TEXT(far, "bytecode/far.vy")                 \
    TEXT(near, "bytecode/near.vy")               \
    TEXT(interpreter, "bytecode/interpreter.vy") \
    TEXT(packet, "bytecode/packet.vy")           \
    TEXT(ring_wide, "mega/ring_wide.vy")         \
    TEXT(wide, "mega/wide.vy")

#define TEXT(name, file) VYI_EMBED(vyi_mega_text_##name, file)
TEXTS(TEXT)
#undef TEXT

const char *vyi_mega_text(const char *file)
{
#define TEXT(name, path) {path, vyi_mega_text_##name},
    static const struct {
        const char *path, *text;
    } texts[] = {TEXTS(TEXT)};
#undef TEXT
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i].path, file))
            return texts[i].text;
    return NULL;
}
