#include "runtime/opset/ops/concatenation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk::to_onnx {

// True if the float conversion to the output's scale is more than a step from the table.
static bool IsFar(const NodeFacts& node, size_t index, const std::array<std::byte, 256>& table) {
  const auto from = AffineChannels::OnlyOf(node.input(index));
  const auto to = AffineChannels::OnlyOf(node.output(0));
  for (size_t value = 0; value < table.size(); ++value) {
    const float steps = std::round(from.ValueOf(static_cast<uint8_t>(value)) / to.scale);
    const float nearest = std::clamp(steps + static_cast<float>(to.zero_point), 0.0F, 255.0F);
    if (!(std::abs(nearest - static_cast<float>(table[value])) <= 1)) return true;
  }
  return false;
}

// A table requantizes uint8 values whose scale is not the output's.
static Name Joined(NodeWriter& node, size_t index, const Permutation& permutation) {
  const bool has_quantized = node.output(0).type == ir::DataType::kUInt8 && HasQuantized(node, {index});
  if (!has_quantized || HowJoined(node.input(index), node.output(0)) != JoinedIntegers::kConverted)
    return node.Read(index, permutation);
  const auto table = ConvertedIntegers(node.input(index), node.output(0));
  if (!FollowsRoundings(node, {index}, IsFar(node, index, table))) return node.Read(index, permutation);
  return node.quantized().Dequantized(
      0, node.quantized().LookedUp(index, permutation, ir::DataType::kUInt8, table), permutation);
}

static Status Concatenation(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConcatenationParams>();
  const Permutation& permutation = node.output_permutation(0);
  const int rank = node.output(0).dims.rank();
  std::vector<Name> inputs;
  for (size_t i = 0; i < node.input_count(); ++i) {
    const Name value = Joined(node, i, permutation);
    inputs.push_back(node.input(i).dims.rank() == 0 ? node.onnx().Reshape(value, {1}) : value);
  }
  const int64_t axis = Moved(params.axis, permutation, rank);
  node.Write(0, node.onnx().Add("Concat", inputs, {{"axis", axis}}), permutation);
  return {};
}

static std::optional<int> JoinsAlong(const ir::Params& params) {
  const auto& concatenation = params.As<abi::TfLiteConcatenationParams>();
  if (concatenation.activation != abi::kTfLiteActNone) return std::nullopt;
  return concatenation.axis;
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(concatenation, .write = Concatenation,
               .quantization = {.use = QuantizedUse::kUint8Requantized}, .join = {.axis = JoinsAlong},
               .dims = {.is_polynomial = true})
