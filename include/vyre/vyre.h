/// vyre/vyre.h: all of Vyre.
#ifndef VYRE_VYRE_H
#define VYRE_VYRE_H

#include "vyre/base.h"
#include "vyre/graph.h"
#include "vyre/ir.h"
#include "vyre/mega.h"
#include "vyre/npy.h"
#include "vyre/plan.h"
#include "vyre/ring.h"
#include "vyre/run.h"
#include "vyre/stream.h"

#endif
