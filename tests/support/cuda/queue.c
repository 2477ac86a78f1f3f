// Streams of the driver without a GPU, as queues. What is put on one is done at once where nothing
// runs there, by whoever puts it; behind a kernel that goes on (fake_cuda.busy) it waits, and is
// done by whoever next calls the driver after its end. Nobody waits inside of a call but those that
// are made for it.
#include "support/cuda/fake.h"

#include <sched.h>
#include <stdlib.h>

static struct fake_stream *streams;

static bool goes_on(void *stream)
{
    return fake_now.busy && fake_now.busy(fake_now.user, stream);
}

// ---- what is done ----
static void fill(const struct fake_op *op)
{
    if (op->size == 1)
        memset(op->to, op->pattern[0], op->bytes);
    for (size_t i = 0; op->size > 1 && i < op->bytes; i += op->size)
        memcpy((char *)op->to + i, op->pattern, op->size);
}

/// Kernels run without the lock: others go on meanwhile.
static void carry_out(struct fake_stream *s, const struct fake_op *op)
{
    switch (op->kind) {
    case FAKE_COPY: memcpy(op->to, op->from, op->bytes); break;
    case FAKE_FILL: fill(op); break;
    case FAKE_MARK:
        if (op->event)
            op->event->came = op->number;
        break;
    case FAKE_FOLLOW: break;
    default:
        s->launched = true;
        pthread_mutex_unlock(&fake_lock);
        if (op->kind == FAKE_GRAPH)
            fake_graph_run(&fake_now, op->graph, s);
        else if (fake_now.kernel)
            fake_now.kernel(fake_now.user, &op->launch);
        pthread_mutex_lock(&fake_lock);
    }
}

/// The first of a stream, if its time has come.
static bool step(struct fake_stream *s)
{
    struct fake_op *op = s->first;
    if (s->working || !op)
        return false;
    if (s->launched && goes_on(s))
        return false;
    s->launched = false;
    if (op->kind == FAKE_FOLLOW && op->event && op->event->came < op->number)
        return false;
    s->working = true;
    carry_out(s, op);
    s->working = false;
    s->first = op->next;
    if (!s->first)
        s->last = NULL;
    free(op->launch.copy);
    free(op);
    return true;
}

void fake_advance(void)
{
    struct fake_stream *s = streams;
    while (s)
        s = step(s) ? streams : s->next; // what was done may be what others wait for
}

void fake_put(cu_stream stream, struct fake_op op)
{
    struct fake_stream *s = (struct fake_stream *)stream;
    struct fake_op *made = s ? malloc(sizeof *made) : NULL;
    if (!made) // the legacy stream, which was wrong
        return;
    *made = op;
    made->next = NULL;
    if (s->last)
        s->last->next = made;
    else
        s->first = made;
    s->last = made;
    fake_advance();
}

bool fake_stream_ended(cu_stream stream)
{
    pthread_mutex_lock(&fake_lock);
    fake_advance();
    bool empty = !((struct fake_stream *)stream)->first;
    pthread_mutex_unlock(&fake_lock);
    return empty && !goes_on(stream);
}

// ---- streams and events ----
/// The driver has some ready; for more it waits until nothing runs. False: it would wait for ever.
static bool finds_more(void)
{
    enum { READY = 6 };
    const uint64_t first = fake_now.steps;
    while (fake_now.live_streams >= READY && fake_now.staying)
        if (!fake_waits_on(first)) {
            fprintf(stderr, "a stream is made beside what stays\n");
            return false;
        }
    return true;
}

EXPORT cu_result cuStreamCreate(cu_stream *stream, unsigned flags)
{
    bool more = finds_more();
    BEGIN("cuStreamCreate", true)
    if (!more) {
        pthread_mutex_unlock(&fake_lock);
        return CU_TOO_LARGE;
    }
    struct fake_stream *s = fake_handle_create(sizeof *s);
    (void)flags;
    s->next = streams;
    streams = s;
    *stream = (cu_stream)s;
    fake_now.live_streams++;
    END;
}

static void drop(struct fake_stream *s)
{
    for (struct fake_op *op = s->first, *next; op; op = next) {
        next = op->next;
        free(op->launch.copy);
        free(op);
    }
    s->first = s->last = NULL;
}

EXPORT cu_result cuStreamDestroy_v2(cu_stream stream)
{
    BEGIN("cuStreamDestroy_v2", true)
    struct fake_stream **at = &streams;
    fake_advance();
    while (*at && *at != (struct fake_stream *)stream)
        at = &(*at)->next;
    if (*at) {
        drop(*at);
        *at = (*at)->next;
    }
    fake_handle_destroy(stream);
    fake_now.live_streams--;
    END;
}

void fake_queues_drop(void)
{
    for (; streams; streams = streams->next)
        drop(streams);
}

EXPORT cu_result cuStreamQuery(cu_stream stream)
{
    BEGIN("cuStreamQuery", true)
    pthread_mutex_unlock(&fake_lock);
    if (!fake_stream_ended(stream))
        return CU_NOT_READY;
    pthread_mutex_lock(&fake_lock);
    fake_record("wait;");
    fake_arrived(stream, UINT64_MAX);
    END;
}

EXPORT cu_result cuStreamSynchronize(cu_stream stream)
{
    BEGIN("cuStreamSynchronize", true)
    if (!stream)
        fake_wrong("the legacy stream is waited for");
    fake_record("wait;");
    pthread_mutex_unlock(&fake_lock);
    uint64_t steps = 0;
    for (int i = 0; !fake_stream_ended(stream) && !fake_now.sticky; i++) {
        if (steps != fake_now.steps) // something goes on
            i = 0;
        steps = fake_now.steps;
        if (i == 100000000) {
            fake_wrong("a stream is waited for that never ends");
            break;
        }
    }
    pthread_mutex_lock(&fake_lock);
    fake_arrived(stream, UINT64_MAX);
    END;
}

EXPORT cu_result cuStreamWaitEvent(cu_stream stream, cu_event event, unsigned flags)
{
    BEGIN("cuStreamWaitEvent", true)
    struct fake_event *e = (struct fake_event *)event;
    (void)flags;
    fake_record("follow;");
    fake_put(stream, (struct fake_op){.kind = FAKE_FOLLOW, .event = e, .number = e->asked});
    END;
}

EXPORT cu_result cuEventCreate(cu_event *event, unsigned flags)
{
    BEGIN("cuEventCreate", true)
    (void)flags;
    *event = fake_handle_create(sizeof(struct fake_event));
    fake_now.live_events++;
    END;
}

EXPORT cu_result cuEventDestroy_v2(cu_event event)
{
    BEGIN("cuEventDestroy_v2", true)
    for (struct fake_stream *s = streams; s; s = s->next)
        for (struct fake_op *op = s->first; op; op = op->next)
            if (op->event == (struct fake_event *)event)
                op->event = NULL;
    fake_handle_destroy(event);
    fake_now.live_events--;
    END;
}

EXPORT cu_result cuEventRecord(cu_event event, cu_stream stream)
{
    BEGIN("cuEventRecord", true)
    struct fake_event *e = (struct fake_event *)event;
    fake_record("mark;");
    if (!event || !stream) {
        fake_wrong("an event on the legacy stream");
    } else {
        e->stream = stream;
        e->uploads = fake_uploads();
        fake_put(stream, (struct fake_op){.kind = FAKE_MARK, .event = e, .number = ++e->asked});
    }
    END;
}

/// With the lock held; false: it has not come yet.
static bool came(const struct fake_event *e)
{
    fake_advance();
    if (e->came < e->asked)
        return false;
    fake_arrived(e->stream, e->uploads);
    return true;
}

EXPORT cu_result cuEventSynchronize(cu_event event)
{
    BEGIN("cuEventSynchronize", true)
    while (!came((struct fake_event *)event) && !fake_now.sticky) {
        pthread_mutex_unlock(&fake_lock);
        sched_yield();
        pthread_mutex_lock(&fake_lock);
    }
    END;
}
