// Removes instructions of a function whose results are never read.
#pragma once

#include "runtime/graph/live_function.h"

namespace litevk::gpu::spirv {

void DropDeadCode(Instructions& code);

}  // namespace litevk::gpu::spirv
