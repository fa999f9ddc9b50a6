// Winograd's convolution F(2x2, 3x3) of int8 numbers in exact integers
// (shaders/quantized_winograd_conv.comp).
#pragma once

#include <vector>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Whether the window is the algorithms', and inputs and outputs are whole vectors of 16 channels, the outputs
// where they lie too.
bool SuitsWinograd(const Lowering& lowering, const QuantizedProblem& problem);

// Multiply-adds in the time that reading a transformed weight takes.
inline constexpr uint32_t kWeightWork = 3;

// Returns the algorithm's work on one input channel of one output, in multiply-adds of tiles of pixels, where
// it computes the problem.
double QuantizedWinogradWork(const Lowering& lowering, const QuantizedProblem& problem);

// The ways of the algorithm, the best first; none where it does not apply.
std::vector<QuantizedWay> QuantizedWinogradWays(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
