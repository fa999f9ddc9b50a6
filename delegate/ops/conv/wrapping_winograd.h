// Winograd's convolution F(4x4, 3x3) of int8 numbers in integers of 32 bits that may wrap around
// (docs/design/winograd.md): three dispatches, as in floats.
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Returns the algorithm's work on one input channel of one output, in multiply-adds of tiles of pixels, where
// it computes the problem.
double WrappingWinogradWork(const Lowering& lowering, const QuantizedProblem& problem);

// The ways of the algorithm, the best first; none where it does not apply.
std::vector<QuantizedWay> WrappingWinogradWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
