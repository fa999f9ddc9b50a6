// How large the sums of a convolution of int8 can be.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "delegate/ops/conv/folded_factor.h"
#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Products of int8, of 2^14 at most, whose sums a float32 holds exactly.
inline constexpr uint32_t kExactProducts = 1024;
// Products of numbers less their zero points, of 255 * 255 at most, whose sums a float32 holds exactly.
inline constexpr uint32_t kExactFactors = 256;

// Returns the largest magnitude of sums of so many products with a bias, the node's input kConvBias.
Result<int64_t> LargestSum(const NodeView& view, int64_t products);

// How shaders bring sums to the scale of the output, by the codes of shaders/common/quantized_result.glsl.
enum class Rescaling : uint32_t { kAny, kSmall, kOnce, kSmallAboveZero, kFolded };

// Whether RescaleSmall of shaders/common/requantize.glsl takes the factors of sums of that magnitude.
bool AreSmall(int64_t largest_sum, std::span<const FixedPoint> factors);

struct SumScaling {
  Rescaling rescaling = Rescaling::kAny;
  std::vector<FoldedFactor> folded = {};  // of kFolded: those of all channels
};

// Returns kSmall where sums with their biases stay below 2^29, and factors below a half but not far below:
// what RescaleSmall of shaders/common/requantize.glsl takes. kSmallAboveZero is for activations that leave
// nothing below the output's zero point, and kFolded for those whose channels all have a folded factor.
SumScaling ScalingOf(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
