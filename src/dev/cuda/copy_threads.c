// Threads that carry bytes between the caller's memory and pinned memory: one of them moves a
// fraction of what the link does.
#include "dev/cuda/cuda_state.h"

#include <signal.h>

void vyi_cuda_copiers_open(struct vyi_cuda_copiers *copiers)
{
    pthread_mutex_init(&copiers->lock, NULL);
    pthread_cond_init(&copiers->work, NULL);
    pthread_cond_init(&copiers->done, NULL);
}

void vyi_cuda_copiers_close(struct vyi_cuda_copiers *copiers)
{
    pthread_mutex_lock(&copiers->lock);
    copiers->closing = true;
    pthread_cond_broadcast(&copiers->work);
    pthread_mutex_unlock(&copiers->lock);
    for (uint32_t i = 0; i < copiers->count; i++)
        pthread_join(copiers->threads[i], NULL);
    pthread_cond_destroy(&copiers->done);
    pthread_cond_destroy(&copiers->work);
    pthread_mutex_destroy(&copiers->lock);
}

static void *serve(void *data)
{
    struct vyi_cuda_copiers *copiers = data;
    pthread_mutex_lock(&copiers->lock);
    for (;;) {
        while (!copiers->closing && !copiers->left)
            pthread_cond_wait(&copiers->work, &copiers->lock);
        if (copiers->closing)
            break;
        uint32_t member = copiers->left--;
        copiers->running++;
        pthread_mutex_unlock(&copiers->lock);
        copiers->task(copiers->user, member);
        pthread_mutex_lock(&copiers->lock);
        if (!--copiers->running)
            pthread_cond_signal(&copiers->done);
    }
    pthread_mutex_unlock(&copiers->lock);
    return NULL;
}

/// With the lock held. The caller's signals are not for these threads.
static void hire(struct vyi_cuda_copiers *copiers, uint32_t wanted)
{
    sigset_t all, old;
    if (copiers->count >= wanted)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (copiers->count < wanted &&
           !pthread_create(&copiers->threads[copiers->count], NULL, serve, copiers))
        copiers->count++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void vyi_cuda_copiers_run(struct vyi_cuda_copiers *copiers, uint32_t members,
                          void (*task)(void *user, uint32_t member), void *user)
{
    if (members > 1) {
        pthread_mutex_lock(&copiers->lock);
        hire(copiers, members - 1);
        copiers->task = task;
        copiers->user = user;
        copiers->left = members - 1;
        pthread_cond_broadcast(&copiers->work);
        pthread_mutex_unlock(&copiers->lock);
    }
    task(user, 0);
    if (members > 1) {
        pthread_mutex_lock(&copiers->lock);
        copiers->left = 0;
        while (copiers->running)
            pthread_cond_wait(&copiers->done, &copiers->lock);
        pthread_mutex_unlock(&copiers->lock);
    }
}
