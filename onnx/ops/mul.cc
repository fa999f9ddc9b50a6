#include "onnx/common/fixed_point_sums.h"
#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/binary_multipliers.h"

namespace litevk::to_onnx {

// Multiplies fractions of 15 bits to one of 7 bits, whatever the inputs' scales, as in TFLite's LSTM cell.
static Status NarrowMul(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto read = [&](size_t index) {
    return onnx.Cast(node.ReadStored(index, BroadcastPermutation(node, index)), ir::DataType::kFloat64);
  };
  const Name left = read(0);
  const Name product = onnx.Add("Mul", {left, read(1)});
  const Name parts = RoundedUp(onnx, onnx.Add("Mul", {product, onnx.Doubles({0x1p-15}, {})}));
  // The square of the lowest int16 overflows 16 bits.
  const Name narrow = onnx.Add("Min", {parts, onnx.Doubles({0x7FFF}, {})});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteSteps(node, Shifted(onnx, narrow, 8), activation, node.output_permutation(0));
}

static bool MayWrap(const NodeFacts& node) {
  if (!HasQuantized(node, {0, 1})) return false;
  const BinaryScales scales = ScalesOfBinary(node);
  const double multiplier = double{scales.left} * scales.right / scales.output;
  return MayWrap(LargestInteger(node.input(0)) * LargestInteger(node.input(1)), multiplier, true);
}

static Status Mul(NodeWriter& node) {
  if (node.is_scaled(0) && !node.reads_scale(0)) return NarrowMul(node);
  if (!FollowsRoundings(node, {0, 1}, MayWrap(node))) return Arithmetic(node, "Mul");
  const FixedPoint multiplier = ProductMultipliers(ScalesOfBinary(node)).output;
  const Name left = ReadWhole(node, 0, BroadcastPermutation(node, 0));
  const Name product = node.onnx().Add("Mul", {left, ReadWhole(node, 1, BroadcastPermutation(node, 1))});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteRescaled(node, product, {{multiplier}}, activation, node.output_permutation(0));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mul, .write = Mul, .types = {.native = kNumeric},
               .quantization = {.takes_unscaled_inputs = true}, .dims = {.is_polynomial = true})
