#include "onnx/common/activation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A clamp in quantized values, and which of its bounds are narrower than the type's range.
struct IntegerClamp {
  int64_t low;
  int64_t high;
  bool has_low;
  bool has_high;

  IntegerClamp(const ir::Tensor& tensor, int64_t lowest, int64_t highest)
      : low(lowest),
        high(highest),
        has_low(lowest > ir::RangeOf(tensor.type).lowest),
        has_high(highest < ir::RangeOf(tensor.type).highest) {}
  bool is_implied() const { return !has_low && !has_high; }
};

IntegerClamp ClampOfIntegers(const ir::Tensor& tensor, double low, double high) {
  const ir::IntegerRange range = ir::RangeOf(tensor.type);
  const auto integer = [&](double value) {
    const double steps = std::round(static_cast<float>(value) / tensor.quantization.scales.front());
    return static_cast<int64_t>(std::clamp(tensor.quantization.zero_points.front() + steps,
                                           static_cast<double>(range.lowest),
                                           static_cast<double>(range.highest)));
  };
  return {tensor, integer(low), integer(high)};
}

Name ClampedIntegers(NodeWriter& node, const Name& value, const IntegerClamp& clamp, float scale) {
  Emitter& onnx = node.onnx();
  const ir::Quantization& quantization = node.output(0).quantization;
  const auto end = [&](bool is_there, int64_t integer) {
    const auto steps = static_cast<float>(integer - quantization.zero_points.front());
    return is_there ? onnx.Float(scale * steps) : Name();
  };
  if (clamp.is_implied()) return value;
  const bool is_relu = !clamp.has_high && clamp.low == quantization.zero_points.front();
  if (is_relu) return onnx.Add("Relu", {value});
  return onnx.Add("Clip", {value, end(clamp.has_low, clamp.low), end(clamp.has_high, clamp.high)});
}

Name ClampedIntegers(NodeWriter& node, const Name& value, const IntegerClamp& clamp) {
  return ClampedIntegers(node, value, clamp, node.output(0).quantization.scales.front());
}

// Clamps in steps of 1. onnxruntime removes a Clip whose bounds are within 2^-23 of the type's range.
Name ClampedSteps(NodeWriter& node, const Name& integers, const IntegerClamp& clamp) {
  Emitter& onnx = node.onnx();
  const auto zero_point = static_cast<float>(FormOf(node.output(0)).quantization.zero_points.front());
  const Name steps = onnx.Add("Sub", {onnx.Cast(integers, ir::DataType::kFloat32), onnx.Float(zero_point)});
  const ir::Quantization in_steps = {{1}, node.output(0).quantization.zero_points, 0, 0};
  return node.quantized().RoundedIn(0, ClampedIntegers(node, steps, clamp, 1), in_steps);
}

// Fails for activations that TFLite's own kernels ignore, since there is no result to agree with.
Status CheckActivation(int activation) {
  switch (activation) {
    case abi::kTfLiteActNone:
    case abi::kTfLiteActRelu:
    case abi::kTfLiteActReluN1To1:
    case abi::kTfLiteActRelu6:
      return {};
    default:
      return Unsupported("TFLite does not compute its fused activation, number " +
                         std::to_string(activation));
  }
}

struct FloatRange {
  double low = -kInfinity;
  double high = kInfinity;
};

// TFLite clamps float16 to its finite values, even without an activation. As an unsigned integer, -1 is above
// 1, and the upper bound wins.
FloatRange RangeOfActivation(int activation, ir::DataType type) {
  constexpr double kLargestHalf = 65504;
  FloatRange range;
  if (activation != abi::kTfLiteActNone) range.low = activation == abi::kTfLiteActReluN1To1 ? -1 : 0;
  if (activation == abi::kTfLiteActReluN1To1) range.high = 1;
  if (activation == abi::kTfLiteActRelu6) range.high = 6;
  if (type == ir::DataType::kFloat16)
    return {std::max(range.low, -kLargestHalf), std::min(range.high, kLargestHalf)};
  const bool is_unsigned = type == ir::DataType::kUInt32;
  return is_unsigned && range.low < 0 && range.high < kInfinity ? FloatRange{range.high, range.high} : range;
}

Result<IntegerClamp> FusedClamp(const NodeFacts& node, int activation) {
  LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(activation, node.output(0)));
  if (range.min <= range.max) return IntegerClamp(node.output(0), range.min, range.max);
  // The upper bound wins. Its lowest bits become the quantized value.
  const bool is_signed = ir::RangeOf(node.output(0).type).lowest < 0;
  const bool is_byte = ir::ByteSize(node.output(0).type) == 1;
  const int64_t integer = !is_byte    ? int64_t{static_cast<int16_t>(range.max)}
                          : is_signed ? int64_t{static_cast<int8_t>(range.max)}
                                      : int64_t{static_cast<uint8_t>(range.max)};
  return IntegerClamp(node.output(0), integer, integer);
}

}  // namespace

Name Clamped(NodeWriter& node, const Name& value, double low, double high) {
  Emitter& onnx = node.onnx();
  if (node.is_scaled(0)) return ClampedIntegers(node, value, ClampOfIntegers(node.output(0), low, high));
  const bool is_relu = low == 0 && high == kInfinity;
  if (is_relu && node.output(0).type == ir::DataType::kFloat32) return onnx.Add("Relu", {value});
  // Relu takes integers only from opset 14 on.
  if (high == kInfinity) return onnx.Add("Max", {value, node.ScalarLike(node.output(0), low)});
  const Name lowest = node.ScalarLike(node.output(0), low);
  return onnx.Add("Clip", {value, lowest, node.ScalarLike(node.output(0), high)});
}

Result<Name> Activated(NodeWriter& node, const Name& value, int activation, const Permutation& permutation) {
  LITEVK_RETURN_IF_ERROR(CheckActivation(activation));
  if (node.is_scaled(0)) {
    LITEVK_ASSIGN_OR_RETURN(const IntegerClamp clamp, FusedClamp(node, activation));
    return clamp.is_implied()
               ? value
               : ClampedIntegers(node, node.quantized().QuantizedAndBack(0, value, permutation), clamp);
  }
  const bool is_half = node.output(0).type == ir::DataType::kFloat16;
  if (activation == abi::kTfLiteActNone && !is_half) return value;
  const FloatRange range = RangeOfActivation(activation, node.output(0).type);
  return Clamped(node, value, range.low, range.high);
}

Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Permutation& permutation) {
  LITEVK_ASSIGN_OR_RETURN(const Name activated, Activated(node, value, activation, permutation));
  node.Write(0, activated, permutation);
  return {};
}

Status WriteActivatedQuantized(NodeWriter& node, const Name& integers, int activation,
                               const Permutation& permutation) {
  LITEVK_RETURN_IF_ERROR(CheckActivation(activation));
  const bool is_scaled = IsQuantized(node.output(0));
  if (activation != abi::kTfLiteActNone && !is_scaled)
    return Unsupported("its activation is of integers without a scale");
  Name clamped = integers;
  if (is_scaled) {
    LITEVK_ASSIGN_OR_RETURN(const IntegerClamp clamp, FusedClamp(node, activation));
    if (!clamp.is_implied()) {
      LITEVK_RETURN_IF_ERROR(CheckScaled(node.output(0), true, node.settings().opset));
      clamped = ClampedSteps(node, integers, clamp);
    }
  }
  node.quantized().Write(0, clamped, permutation);
  return {};
}

}  // namespace litevk::to_onnx
