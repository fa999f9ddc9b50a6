#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "onnx/common/fixed_point_steps.h"
#include "onnx/common/fixed_point_sums.h"
#include "onnx/write/node_writer.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {
namespace {

bool HasOneScale(const ir::Tensor& tensor) {
  return tensor.quantization.scales.size() == 1 && tensor.quantization.zero_points.size() == 1;
}

bool IsByte(const ir::Tensor& tensor) {
  return (tensor.type == ir::DataType::kInt8 || tensor.type == ir::DataType::kUInt8) && HasOneScale(tensor);
}

FixedPoint MultiplierBetween(const ir::Tensor& input, const ir::Tensor& output) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(input);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(output);
  return ToFixedPoint(static_cast<double>(from.scale) / static_cast<double>(to.scale));
}

// Returns TFLite's result for every input value, the lowest first; nothing if values keep their meaning.
// TFLite rounds twice. With similar scales, that changes one value in four. onnxruntime would merge this
// rounding with the previous one.
std::vector<std::byte> TableOf(const ir::Tensor& input, const ir::Tensor& output) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(input);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(output);
  const FixedPoint multiplier = MultiplierBetween(input, output);
  const ir::IntegerRange integers = ir::RangeOf(input.type);
  const ir::IntegerRange range = ir::RangeOf(output.type);
  std::vector<std::byte> table;
  const bool means_the_same =
      from.scale == to.scale && from.zero_point - integers.lowest == to.zero_point - range.lowest;
  for (int64_t integer = integers.lowest; integer <= integers.highest && !means_the_same; ++integer) {
    const int64_t steps = Rescale(static_cast<int32_t>(integer - from.zero_point), multiplier);
    table.push_back(
        static_cast<std::byte>(std::clamp<int64_t>(steps + to.zero_point, range.lowest, range.highest)));
  }
  return table;
}

}  // namespace

// Returns the nearest quantized values of the output, with ties away from zero. The quotient of floats is
// computed in float64, where it is a tie only if it really is one. It is doubled and halved, since
// onnxruntime drops a factor close to 1. Half a denormal scale may be no float, so both sides are raised
// first.
static Name ExactIntegers(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const float scale = node.output(0).quantization.scales.front();
  const float raise = scale / 2 < std::numeric_limits<float>::min() ? 0x1p64F : 1;
  const Name value = raise == 1 ? node.Read(0) : onnx.Add("Mul", {node.Read(0), onnx.Float(raise)});
  const Name parts = onnx.Add("Div", {value, onnx.Float(scale * raise / 2)});
  const Name steps = StepsRoundedOnce(onnx, onnx.Cast(parts, ir::DataType::kFloat64), {0.5}, 0);
  return IntegersOfSteps(node, InInt32(node, steps));
}

static Status QuantizeExactly(NodeWriter& node) {
  node.quantized().Write(0, ExactIntegers(node), node.permutation(0));
  return {};
}

static Status RescaleExactly(NodeWriter& node) {
  const FixedPoint multiplier = MultiplierBetween(node.input(0), node.output(0));
  return WriteRescaled(node, ReadWhole(node, 0, node.permutation(0)), {{multiplier}}, abi::kTfLiteActNone,
                       node.permutation(0));
}

// Products of 32-bit values exceed float64's precision.
static Status RescaleWide(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  FixedPointSteps steps(onnx);
  const Name integers = onnx.Cast(node.ReadStored(0, node.permutation(0)), ir::DataType::kInt64);
  const int64_t zero = AffineChannels::OnlyOf(node.input(0)).zero_point;
  const Name value = zero == 0 ? integers : steps.Narrowed(onnx.Add("Sub", {integers, onnx.Int(zero)}));
  const Name rescaled = steps.Rescaled(value, MultiplierBetween(node.input(0), node.output(0)));
  const int64_t raise = AffineChannels::OnlyOf(node.output(0)).zero_point;
  const Name raised = steps.Narrowed(onnx.Add("Add", {rescaled, onnx.Int(raise)}));
  const ir::IntegerRange range = ir::RangeOf(node.output(0).type);
  const Name lowest = onnx.Add("Max", {raised, onnx.Int(range.lowest)});
  const Name clamped = onnx.Add("Min", {lowest, onnx.Int(range.highest)});
  node.WriteStored(0, onnx.Cast(clamped, node.output(0).type), node.permutation(0));
  return {};
}

// ONNX stores 4-bit values in 8 bits.
static Status QuantizeNarrow(NodeWriter& node, bool follows) {
  const Permutation& permutation = node.permutation(0);
  const ir::DataType type = node.output(0).type;
  const Name integers =
      follows ? ExactIntegers(node) : node.quantized().Rounded(0, node.Read(0), permutation);
  node.quantized().Write(0, node.onnx().WithinRange(integers, ir::UnpackedType(type), type), permutation);
  return {};
}

// True if ordinary values may overflow 32 bits. Floats can be arbitrarily large.
static bool MayWrap(const NodeFacts& node) {
  if (!HasQuantized(node, {})) return false;
  const double to = node.output(0).quantization.scales[0];
  if (node.input(0).type == ir::DataType::kFloat32) return MayWrap(1, 1 / to, false);
  if (!HasQuantized(node, {0})) return false;
  return MayWrap(LargestInteger(node.input(0)), node.input(0).quantization.scales[0] / to, true);
}

static Status Quantize(NodeWriter& node) {
  const auto is_int32 = [](const ir::Tensor& tensor) { return tensor.type == ir::DataType::kInt32; };
  if (is_int32(node.input(0)) || is_int32(node.output(0))) return RescaleWide(node);
  const bool is_float = node.input(0).type == ir::DataType::kFloat32;
  const bool are_bytes = IsByte(node.input(0)) && IsByte(node.output(0));
  const std::vector<size_t> integers = is_float ? std::vector<size_t>() : std::vector<size_t>{0};
  const bool follows =
      !are_bytes && HasOneScale(node.output(0)) && FollowsRoundings(node, integers, MayWrap(node));
  if (ir::PackedBits(node.output(0).type) > 0) return QuantizeNarrow(node, follows);
  if (follows) return is_float ? QuantizeExactly(node) : RescaleExactly(node);
  std::vector<std::byte> table;
  if (are_bytes) table = TableOf(node.input(0), node.output(0));
  if (table.empty()) {
    node.Write(0, node.Read(0), node.permutation(0));
  } else {
    node.quantized().WriteLookedUp(table);
  }
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(quantize, .write = Quantize, .quantization = {.keeps_int32 = true, .is_conversion = true})
