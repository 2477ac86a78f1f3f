// The processors of this machine.
#ifndef VYI_DEV_CORES_H
#define VYI_DEV_CORES_H

#include "base/base.h"

/// Processors this process may use, by affinity and control group; at least 1.
uint32_t vyi_dev_cores(void);

#endif
