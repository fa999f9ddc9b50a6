// Winograd's convolutions of int8 values: the conditions and the estimate of both algorithms.
#pragma once

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Returns ok if Winograd's algorithms apply: the window is 3x3, and inputs and outputs are whole vectors of
// 16 channels. Outputs in another tensor must lie there as whole vectors.
Status SuitsWinograd(const Lowering& lowering, const QuantizedProblem& problem);

// Multiply-adds in the time that reading a transformed weight takes.
inline constexpr uint32_t kWeightWork = 3;

// Returns the estimated time of an algorithm, in the unit of Configuration::time. `work` is its work on one
// input channel of one output, in multiply-adds of tiles of pixels.
double WinogradTime(const Lowering& lowering, const QuantizedProblem& problem, double work);

}  // namespace litevk
