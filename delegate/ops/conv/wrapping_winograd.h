// Winograd's convolution F(4x4, 3x3) of int8 values in integers of 32 bits that may wrap around
// (docs/design/winograd.md): three dispatches, as in floats.
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Returns the algorithm's work on one input channel of one output, in multiply-adds of tiles of pixels. The
// algorithm must compute the problem.
double WrappingWinogradWork(const Lowering& lowering, const QuantizedProblem& problem);

// Returns the variants of the algorithm, the best first; none if it does not apply.
std::vector<QuantizedWay> WrappingWinogradWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
