// Scales that kernels can compute with.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Ok if the tensor has scales, one or one per slice, that are finite and not negative. It needs one zero
// point, or one for each scale. A scale of 0, which slices of zeros have, is accepted like in TFLite.
Status CheckScales(const ir::Tensor& tensor);

// Ok if the tensor has a finite, non-negative scale for each block of its rows, and whole blocks in each row.
Status CheckPerBlock(const ir::Tensor& tensor);

}  // namespace litevk
