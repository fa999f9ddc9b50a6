// Pooling of integers of 8 or 16 bits as they are, bit for bit TFLite's reference kernels.
#pragma once

#include <vector>

#include "delegate/ops/conv/pool_2d.h"

namespace litevk {

// Returns the kernels of an operator's signatures of integers, for its maximum or its average.
std::vector<GpuKernel> QuantizedPoolKernels(PoolKind kind);

}  // namespace litevk
