// Winograd's convolution F(2x2, 3x3) of int8 values in exact integers
// (shaders/conv/quantized_winograd_conv.comp).
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// True if Winograd's algorithms apply: the window is 3x3, and inputs and outputs are whole vectors of 16
// channels. Outputs in another tensor must lie there as whole vectors.
bool SuitsWinograd(const Lowering& lowering, const QuantizedProblem& problem);

// Multiply-adds in the time that reading a transformed weight takes.
inline constexpr uint32_t kWeightWork = 3;

// Returns the algorithm's work on one input channel of one output, in multiply-adds of tiles of pixels. The
// algorithm must compute the problem.
double QuantizedWinogradWork(const Lowering& lowering, const QuantizedProblem& problem);

// Returns the variants of the algorithm, the best first; none if it does not apply.
std::vector<QuantizedWay> QuantizedWinogradWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
