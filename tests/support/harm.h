// Somebody else's kernel in the context of the cuda device, which ends whatever runs there: the GPU
// is lost.
#ifndef TESTS_SUPPORT_HARM_H
#define TESTS_SUPPORT_HARM_H

#include "dev/cuda/driver.h"

struct harm {
    struct vyi_cuda_driver cu;
    cu_device gpu;
    cu_context context;
    cu_function function;
    cu_stream stream;
};

void harm_open(struct harm *h);      ///< loads it
void harm_do(struct harm *h);        ///< it writes where nothing is
cu_result harm_wait(struct harm *h); ///< how it ended, as the driver says
void harm_close(struct harm *h);

#endif
