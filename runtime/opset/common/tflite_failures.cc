#include "runtime/opset/common/tflite_failures.h"

#include <algorithm>
#include <optional>

#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

// Returns the scales of the operands and the result, or nothing unless both operands have exactly one scale.
// A result without exactly one has 0.
std::optional<BinaryScales> ScalesOf(const ir::NodeView& view) {
  if (!view.has_input(0) || !view.has_input(1) || view.output_count() != 1) return std::nullopt;
  const auto& left = view.input(0).quantization.scales;
  const auto& right = view.input(1).quantization.scales;
  const auto& output = view.output().quantization.scales;
  if (left.size() != 1 || right.size() != 1) return std::nullopt;
  return BinaryScales{left[0], right[0], output.size() == 1 ? output[0] : 0};
}

bool IsOneOrMore(const FixedPoint& multiplier) { return multiplier.left > 0; }

bool IsShifted(const ir::NodeView& view) {
  return view.output().type == ir::DataType::kInt16 && view.params<abi::TfLiteAddParams>().pot_scale_int16;
}

}  // namespace

bool TfliteFailsAtDifference(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  if (!scales || scales->output <= 0 || IsShifted(view)) return false;
  return IsOneOrMore(SumMultipliers(*scales, view.output().type).output);
}

bool TfliteFailsAtSum(const ir::NodeView& view) {
  const bool is_broadcast = ScalesOf(view) && IsShifted(view) && view.input(0).dims != view.input(1).dims;
  return is_broadcast || TfliteFailsAtDifference(view);
}

bool TfliteFailsAtSquare(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  return scales && scales->output > 0 && IsOneOrMore(SquareMultipliers(*scales).output);
}

bool TfliteFailsAtComparison(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  const bool is_of_bytes = scales && view.input(0).type != ir::DataType::kInt16;
  return is_of_bytes && std::max(scales->left, scales->right) >= 1;
}

bool TfliteFailsAtBlocks(const ir::NodeView& view) {
  if (!view.has_input(0) || !view.has_input(1)) return false;
  const int axes = view.input(0).dims.rank() - 2;
  return axes < 1 || axes > 2 || view.input(1).dims.NumElements() != axes;
}

bool TfliteFailsAtExponents(const ir::NodeView& view, float beta) {
  constexpr double kMostFailing = 0x1p-26;
  const bool is_read = view.has_input(0) && view.output_count() == 1;
  if (!is_read || view.input(0).quantization.scales.size() != 1) return false;
  const ir::DataType type = view.output().type;
  const bool is_of_bytes = type == ir::DataType::kInt8 || type == ir::DataType::kUInt8;
  return is_of_bytes && double{beta} * double{view.input(0).quantization.scales[0]} <= kMostFailing;
}

}  // namespace litevk
