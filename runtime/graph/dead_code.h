// Instructions of a function whose results nobody reads.
#pragma once

#include "runtime/graph/live_function.h"

namespace litevk::gpu::spirv {

void DropDeadCode(Instructions& code);

}  // namespace litevk::gpu::spirv
