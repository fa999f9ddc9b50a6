#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/random_node.h"

namespace litevk {
namespace {

struct RandomStandardNormalOp {
  static constexpr const OpInfo& kInfo = kOpInfo_random_standard_normal;
  using Params = abi::TfLiteRandomParams;
  using State = RandomNode;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// Applies the Box-Muller transform to two uniform numbers, kept away from the logarithm of zero.
std::array<float, 2> Transform(uint32_t first, uint32_t second) {
  const float uniform = std::max(UniformFloat(first), 1.0e-7F);
  const auto angle = static_cast<float>(2.0 * std::numbers::pi * static_cast<double>(UniformFloat(second)));
  const float radius = std::sqrt(-2.0F * std::log(uniform));
  return {std::sin(angle) * radius, std::cos(angle) * radius};
}

std::array<float, 4> Draw(const PhiloxNumbers& numbers) {
  const auto [a, b] = Transform(numbers[0], numbers[1]);
  const auto [c, d] = Transform(numbers[2], numbers[3]);
  return {a, b, c, d};
}

abi::TfLiteStatus RandomStandardNormalOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = PrepareFloats(SubgraphOf(context), node);
  return status.ok() ? abi::kTfLiteOk : Fail<RandomStandardNormalOp>(context, status.message());
}

abi::TfLiteStatus RandomStandardNormalOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = DrawFloats(SubgraphOf(context), node, Draw);
  return status.ok() ? abi::kTfLiteOk : Fail<RandomStandardNormalOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_random_standard_normal() {
  return RegistrationOf<RandomStandardNormalOp>();
}

}  // namespace litevk
