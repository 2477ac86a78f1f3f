// Threads that carry bytes between the caller's memory and pinned memory: one of them moves a
// fraction of what the link does.
#include "dev/cuda/state.h"

#include <signal.h>

void vyi_cuda_crew_open(struct vyi_cuda_crew *crew)
{
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    pthread_cond_init(&crew->done, NULL);
}

void vyi_cuda_crew_close(struct vyi_cuda_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->work);
    pthread_mutex_destroy(&crew->lock);
}

static void *serve(void *data)
{
    struct vyi_cuda_crew *crew = data;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->closing && !crew->left)
            pthread_cond_wait(&crew->work, &crew->lock);
        if (crew->closing)
            break;
        uint32_t member = crew->left--;
        crew->running++;
        pthread_mutex_unlock(&crew->lock);
        crew->task(crew->user, member);
        pthread_mutex_lock(&crew->lock);
        if (!--crew->running)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/// With the lock held. The caller's signals are not for these threads.
static void hire(struct vyi_cuda_crew *crew, uint32_t wanted)
{
    sigset_t all, old;
    if (crew->count >= wanted)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (crew->count < wanted && !pthread_create(&crew->threads[crew->count], NULL, serve, crew))
        crew->count++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void vyi_cuda_crew_run(struct vyi_cuda_crew *crew, uint32_t members,
                       void (*task)(void *user, uint32_t member), void *user)
{
    if (members > 1) {
        pthread_mutex_lock(&crew->lock);
        hire(crew, members - 1);
        crew->task = task;
        crew->user = user;
        crew->left = members - 1;
        pthread_cond_broadcast(&crew->work);
        pthread_mutex_unlock(&crew->lock);
    }
    task(user, 0);
    if (members > 1) {
        pthread_mutex_lock(&crew->lock);
        crew->left = 0;
        while (crew->running)
            pthread_cond_wait(&crew->done, &crew->lock);
        pthread_mutex_unlock(&crew->lock);
    }
}
