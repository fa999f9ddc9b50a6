#include "onnx/passes/dilated_sides.h"

#include <vector>

#include "runtime/ir/node_view.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

// Returns the stored integers of an input, `each` of them for each spatial axis.
std::optional<std::vector<int64_t>> StoredSides(const ir::Graph& graph, const ir::Node& node, size_t input,
                                                size_t each, bool is_row) {
  const ir::Tensor& integers = graph.tensor(node.inputs[input]);
  const auto count = static_cast<int64_t>(each * (is_row ? 1 : kSides));
  if (!integers.is_known() || integers.dims.NumElements() != count) return std::nullopt;
  return ir::StoredIndices(integers);
}

}  // namespace

std::optional<Sides> BlockOf(const ir::Graph& graph, const ir::Node& node, AddedDim added) {
  const auto sizes = StoredSides(graph, node, 1, 1, added.has_value());
  if (!sizes) return std::nullopt;
  Sides block = {1, 1};
  for (size_t i = 0, side = added == 1 ? 1 : 0; i < sizes->size(); ++i, ++side) {
    block[side] = static_cast<int>((*sizes)[i]);
  }
  return block;
}

std::optional<Margins> MarginsOf(const ir::Graph& graph, const ir::Node& node, AddedDim added) {
  const auto sizes = StoredSides(graph, node, 2, 2, added.has_value());
  if (!sizes) return std::nullopt;
  Margins result = {};
  for (size_t i = 0, side = added == 1 ? 1 : 0; 2 * i < sizes->size(); ++i, ++side) {
    result[side] = {static_cast<int>((*sizes)[2 * i]), static_cast<int>((*sizes)[2 * i + 1])};
  }
  return result;
}

std::optional<int> JoinedPadding(const Sides& kernel, const Sides& block, const Margins& pads,
                                 const Margins& crops, bool is_same) {
  bool is_valid = true;
  bool keeps_size = true;
  for (size_t i = 0; i < kSides; ++i) {
    const int reach = block[i] * (kernel[i] - 1);
    const int before = block[i] * ((kernel[i] - 1) / 2);
    const Sides own = is_same ? Sides{before, reach - before} : Sides{0, 0};
    const Sides total = {pads[i][0] + own[0] - crops[i][0], pads[i][1] + own[1] - crops[i][1]};
    is_valid = is_valid && total == Sides{0, 0};
    keeps_size = keeps_size && total == Sides{reach / 2, reach - reach / 2};
  }
  if (is_valid) return abi::kTfLitePaddingValid;
  return keeps_size ? std::optional<int>(abi::kTfLitePaddingSame) : std::nullopt;
}

}  // namespace litevk::to_onnx
