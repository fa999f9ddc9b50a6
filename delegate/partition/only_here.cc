#include "delegate/partition/only_here.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "runtime/ir/node_view.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

// Custom operators that XNNPACK takes, which TFLite's interpreter applies to what is left.
constexpr std::array<int, 3> kTakenByXnnpack = {kCustomConvolution2DTransposeBias,
                                                kCustomMaxPoolingWithArgmax2D, kCustomMaxUnpooling2D};

// The scales of a node of two operands and a result; nothing where not each of the first two has one.
std::optional<BinaryScales> ScalesOf(const ir::NodeView& view) {
  if (!view.has_input(0) || !view.has_input(1) || view.output_count() != 1) return std::nullopt;
  const auto& left = view.input(0).quantization.scales;
  const auto& right = view.input(1).quantization.scales;
  const auto& output = view.output().quantization.scales;
  if (left.size() != 1 || right.size() != 1) return std::nullopt;
  return BinaryScales{left[0], right[0], output.size() == 1 ? output[0] : 0};
}

bool IsOneOrMore(const FixedPoint& factor) { return factor.left > 0; }

// Says whether a sum or difference is scaled by 1 or more.
bool IsScaledUp(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  if (!scales || scales->output <= 0) return false;
  const ir::DataType type = view.output().type;
  const bool is_shifted = type == ir::DataType::kInt16 && view.params<abi::TfLiteAddParams>().pot_scale_int16;
  return !is_shifted && IsOneOrMore(SumFactors(*scales, type).output);
}

// Says whether a sum is scaled by 1 or more, or an operand is broadcast whose numbers are shifted.
bool SumFails(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  const bool is_shifted = scales && view.output().type == ir::DataType::kInt16 &&
                          view.params<abi::TfLiteAddParams>().pot_scale_int16;
  return IsScaledUp(view) || (is_shifted && view.input(0).dims != view.input(1).dims);
}

bool SquareFails(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  return scales && scales->output > 0 && IsOneOrMore(SquareFactors(*scales).output);
}

bool ComparisonFails(const ir::NodeView& view) {
  const auto scales = ScalesOf(view);
  const bool is_of_bytes = scales && view.input(0).type != ir::DataType::kInt16;
  return is_of_bytes && std::max(scales->left, scales->right) >= 1;
}

// Nodes of an operator at which TFLite's kernels fail.
struct Row {
  int op_code;
  bool (*fails)(const ir::NodeView& view);
};

constexpr Row kRows[] = {
    {abi::kTfLiteBuiltinAdd, SumFails},
    {abi::kTfLiteBuiltinSub, IsScaledUp},
    {abi::kTfLiteBuiltinSquaredDifference, SquareFails},
    {abi::kTfLiteBuiltinEqual, ComparisonFails},
    {abi::kTfLiteBuiltinNotEqual, ComparisonFails},
    {abi::kTfLiteBuiltinGreater, ComparisonFails},
    {abi::kTfLiteBuiltinGreaterEqual, ComparisonFails},
    {abi::kTfLiteBuiltinLess, ComparisonFails},
    {abi::kTfLiteBuiltinLessEqual, ComparisonFails},
};

bool TfliteFails(const ir::Graph& graph, const ir::Node& node) {
  const auto* const row = std::ranges::find(kRows, node.op_code, &Row::op_code);
  return row != std::ranges::end(kRows) && row->fails({graph, node});
}

}  // namespace

std::vector<bool> FindOnlyHere(const ir::Graph& graph, const std::vector<bool>& has_no_kernel,
                               CpuKernels cpu) {
  std::vector<bool> found = has_no_kernel;
  if (cpu == CpuKernels::kLitevk) return found;
  for (size_t position = 0; position < found.size(); ++position) {
    const ir::Node& node = graph.nodes[position];
    const bool is_xnnpacks = std::ranges::find(kTakenByXnnpack, node.op_code) != kTakenByXnnpack.end();
    found[position] = found[position] ? !is_xnnpacks : TfliteFails(graph, node);
  }
  return found;
}

}  // namespace litevk
