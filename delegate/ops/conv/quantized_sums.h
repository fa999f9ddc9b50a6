// Bounds of the sums of a convolution of int8.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "delegate/ops/common/folded_multiplier.h"
#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Number of products of int8, each at most 2^14, whose sum a float32 holds exactly.
inline constexpr uint32_t kExactProducts = 1024;
// Number of products of values less their zero points, each at most 255 * 255, whose sum a float32 holds
// exactly.
inline constexpr uint32_t kExactCenteredProducts = 256;

// Returns the largest magnitude of sums of `products` products with a bias, the node's input kConvBias.
Result<int64_t> LargestSum(const NodeView& view, int64_t products);

// The rescaling of sums to the output's scale, as the codes of shaders/conv/quantized_result.glsl.
enum class Rescaling : uint32_t { kAny, kSmall, kOnce, kSmallAboveZero, kFolded };

// True if RescaleSmall of shaders/common/requantize.glsl takes the multipliers of sums of that magnitude.
bool AreSmall(int64_t largest_sum, std::span<const FixedPoint> multipliers);

struct SumScaling {
  Rescaling rescaling = Rescaling::kAny;
  std::vector<FoldedMultiplier> folded = {};  // for kFolded: the constants of all channels
};

// Returns kSmall if RescaleSmall of shaders/common/requantize.glsl takes the sums: with biases below 2^29,
// and multipliers below a half but not far below. Returns kSmallAboveZero for activations that leave nothing
// below the output's zero point, and kFolded if all channels have a folded multiplier.
SumScaling ScalingOf(const Lowering& lowering, const QuantizedProblem& problem);

}  // namespace litevk
