#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "onnx/common/exact_softmax.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/common/softmax16.h"

namespace litevk::to_onnx {

// TFLite ignores the quantization that a uint8 output states, or an int16 output of an int8 input.
static Status WriteProbabilities(NodeWriter& node, const Name& value, const Permutation& permutation) {
  ir::Tensor prescribed = node.output(0);
  const ir::IntegerRange range = ir::RangeOf(prescribed.type);
  const bool is_signed = node.input(0).type == ir::DataType::kInt16;
  const auto lowest = is_signed ? 0 : range.lowest;
  const auto steps = static_cast<float>(range.highest - lowest + 1);
  prescribed.quantization = {{1 / steps}, {static_cast<int>(lowest)}, 0, 0};
  LITEVK_RETURN_IF_ERROR(CheckScaled(prescribed, true, node.settings().opset));
  node.quantized().Write(0, node.quantized().RoundedIn(0, value, prescribed.quantization), permutation);
  return {};
}

// Returns TFLite's powers by the distance to the largest int16 value. All further powers are 0.
static std::vector<float> PowersBelow(float step) {
  static const Softmax16Tables kTables;
  constexpr int kLargest = std::numeric_limits<int16_t>::max();
  const FixedPoint multiplier = Softmax16Multiplier(step);
  std::vector<float> powers;
  for (int below = 0; below <= 2 * kLargest + 1; ++below) {
    const int64_t exponent = int64_t{Rescale(-below, multiplier)} + kLargest;
    const int64_t entry = std::clamp<int64_t>(exponent, std::numeric_limits<int16_t>::min(), kLargest);
    powers.push_back(kTables.exponential[static_cast<int16_t>(entry)]);
  }
  while (powers.size() > 1 && powers.back() == 0 && powers[powers.size() - 2] == 0) powers.pop_back();
  return powers;
}

// Looks up the powers in TFLite's table. TFLite's reciprocal of the sum comes from a second table. That is so
// coarse that the quotient may be two steps away.
static Status SoftmaxOfInt16(NodeWriter& node, int64_t axis, float beta) {
  Emitter& onnx = node.onnx();
  const float scale = node.input(0).quantization.scales.front();
  const std::vector<float> powers = PowersBelow(scale * beta);
  const Name integers = node.quantized().ReadScaled(0, node.permutation(0), 1);
  const Name below = onnx.Add("Sub", {Reduced(node, "ReduceMax", integers, {axis}, true), integers});
  const auto last = static_cast<float>(powers.size() - 1);
  const Name positions = onnx.Cast(onnx.Add("Min", {below, onnx.Float(last)}), ir::DataType::kInt32);
  const Name table = onnx.Floats(powers, {static_cast<int64_t>(powers.size())});
  const Name powers_of = onnx.Add("Gather", {table, positions});
  return WriteProbabilities(node, QuotientsOfTable(node, powers_of, axis), node.permutation(0));
}

static bool IsByte(const ir::Tensor& tensor) { return ir::ByteSize(tensor.type) == 1; }

// Folds the factor into the scale of quantized values. A node between them and the operator would prevent an
// integer kernel.
static Name ReadExponents(NodeWriter& node, float beta) {
  if (beta == 1) return node.Read(0);
  const ir::Tensor& input = node.input(0);
  const bool has_scale = IsByte(input) && input.quantization.scales.size() == 1;
  if (has_scale)
    return node.quantized().ReadScaled(0, node.permutation(0), beta * input.quantization.scales.front());
  return node.onnx().Add("Mul", {node.Read(0), node.ScalarLike(input, beta)});
}

static Status Softmax(NodeWriter& node) {
  const Permutation& permutation = node.permutation(0);
  const int64_t axis = Moved(-1, permutation, node.input(0).dims.rank());
  const float beta = node.params<abi::TfLiteSoftmaxParams>().beta;
  if (node.input(0).type == ir::DataType::kInt16) return SoftmaxOfInt16(node, axis, beta);
  if (node.settings().follows_roundings && IsByte(node.input(0)) && IsQuantized(node.input(0)))
    return WriteProbabilities(node, ProbabilitiesOfBytes(node, axis, beta), permutation);
  const Name value = ReadExponents(node, beta);
  const Name probabilities = node.onnx().Add("Softmax", {value}, {{"axis", axis}});
  const bool is_prescribed = node.input(0).type != ir::DataType::kFloat32 && !node.is_scaled(0);
  const bool is_half = node.input(0).type == ir::DataType::kFloat16;
  if (is_prescribed && !is_half) return WriteProbabilities(node, probabilities, permutation);
  node.Write(0, probabilities, permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(softmax, .write = Softmax)
