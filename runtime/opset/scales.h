// Scales that kernels can compute with.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Ok when the tensor has scales, for all of it or for slices, that are finite and not below 0, and one zero
// point or one for each. A scale of 0 is that of a slice of zeros: TFLite's kernels take it as any other.
Status CheckScales(const ir::Tensor& tensor);

// Ok when the tensor has a scale for each block of its rows, finite and not below 0, and its rows have whole
// blocks.
Status CheckPerBlock(const ir::Tensor& tensor);

}  // namespace litevk
