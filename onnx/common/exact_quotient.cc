#include "onnx/common/exact_quotient.h"

#include <bit>
#include <vector>

#include "onnx.pb.h"
#include "onnx/common/broadcast.h"
#include "onnx/common/fixed_point_steps.h"
#include "onnx/common/fixed_point_sums.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/run_node.h"

namespace litevk::to_onnx {
namespace {

constexpr int kBytes = 256;

// Returns all values of an 8-bit tensor's type, the lowest first.
std::vector<std::byte> IntegersOf(const ir::Tensor& tensor) {
  std::vector<std::byte> integers(kBytes);
  for (int i = 0; i < kBytes; ++i) {
    integers[static_cast<size_t>(i)] = static_cast<std::byte>(ir::RangeOf(tensor.type).lowest + i);
  }
  return integers;
}

// Returns the quotients of all pairs of values. Those of the lowest divisor come first.
Result<std::vector<std::byte>> QuotientsOfPairs(const NodeFacts& node, int op_code) {
  ir::Graph alone;
  alone.tensors = {node.input(0), node.input(1), node.output(0)};
  alone.tensors[0].dims = {1, kBytes};
  alone.tensors[1].dims = {kBytes, 1};
  alone.tensors[2].dims = {kBytes, kBytes};
  const std::vector<std::byte> integers = IntegersOf(node.input(0));
  // TFLite does not divide by 0, so another divisor is stored in its place.
  std::vector<std::byte> divisors = integers;
  const int64_t zero =
      node.input(1).quantization.zero_points.front() - ir::RangeOf(node.input(1).type).lowest;
  if (zero >= 0 && zero < kBytes) divisors[static_cast<size_t>(zero)] = divisors[zero == 0 ? 1 : zero - 1];
  ir::Node single;
  single.op_code = op_code;
  single.inputs = {0, 1};
  single.outputs = {2};
  single.params = node.all_params();
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    return ref::ConstView{&alone.tensor(id), id == 0 ? integers : divisors};
  };
  LITEVK_ASSIGN_OR_RETURN(auto outputs, ref::RunNode(alone, single, find));
  TakeForm(node.output(0), outputs.front().bytes);
  return std::move(outputs.front().bytes);
}

Name PositionsOf(NodeWriter& node, size_t input) {
  return node.quantized().ReadIndices(input, BroadcastPermutation(node, input));
}

Status QuotientOfBytes(NodeWriter& node, int op_code) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> table, QuotientsOfPairs(node, op_code));
  const ir::Tensor& divisor = node.input(1);
  const ir::DataType type = FormOf(node.output(0)).type;
  const Permutation permutation = BroadcastPermutation(node, 0);
  if (divisor.is_known() && divisor.data.size() == 1) {
    const int64_t integer = divisor.type == ir::DataType::kInt8 ? static_cast<int8_t>(divisor.data[0]) + 128
                                                                : static_cast<uint8_t>(divisor.data[0]);
    const auto row = std::span(table).subspan(static_cast<size_t>(integer * kBytes), kBytes);
    node.quantized().Write(0, node.quantized().LookedUp(0, permutation, type, row), permutation);
    return {};
  }
  const Name left = PositionsOf(node, 0);
  const Name stride = onnx.Cast(onnx.Int(kBytes), ir::DataType::kInt32);
  const Name right = onnx.Add("Mul", {PositionsOf(node, 1), stride});
  const Name positions = onnx.Add("Add", {left, right});
  node.quantized().Write(0, onnx.LookedUpAt(positions, type, table), node.output_permutation(0));
  return {};
}

// Size of tables for values less their zero point: fewer than 2^17, half of them negative.
constexpr int kSizes = 1 << 16;

// Returns the bit width of each magnitude.
Name BitsOf(Emitter& onnx, const Name& sizes) {
  std::vector<int8_t> bits(kSizes);
  for (size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<int8_t>(std::bit_width(i));
  const Name found = onnx.LookedUpAt(sizes, ir::DataType::kInt8, std::as_bytes(std::span(bits)));
  return onnx.Cast(found, ir::DataType::kInt64);
}

Name MantissasOf(Emitter& onnx, const Name& divisors) {
  std::vector<int32_t> mantissas(kSizes);
  for (int i = 1; i < kSizes; ++i) mantissas[static_cast<size_t>(i)] = ReciprocalOf(i).mantissa;
  const Name found = onnx.LookedUpAt(divisors, ir::DataType::kInt32, std::as_bytes(std::span(mantissas)));
  return onnx.Cast(found, ir::DataType::kInt64);
}

Name PowersOf(Emitter& onnx, const Name& exponents) {
  std::vector<int64_t> powers(32, 1);
  for (size_t i = 1; i < powers.size(); ++i) powers[i] = 2 * powers[i - 1];
  return onnx.LookedUpAt(exponents, ir::DataType::kInt64, std::as_bytes(std::span(powers)));
}

// Returns RoundingShift by any number of bits. As on x86-64, a shift uses only the low bits of it.
Name ShiftedByAny(Emitter& onnx, const Name& value, const Name& bits) {
  FixedPointSteps steps(onnx);
  const Name power = PowersOf(onnx, onnx.Add("Mod", {bits, onnx.Int(32)}));
  const Name is_out = onnx.Add("Less", {onnx.Int(31), onnx.Add("Mod", {bits, onnx.Int(64)})});
  const Name is_positive = onnx.Add("Less", {onnx.Int(-1), value});
  const Name up = onnx.Add(
      "Where", {is_out, onnx.Cast(is_positive, ir::DataType::kInt64), steps.HasHalfAbove(value, power)});
  return onnx.Add("Add", {steps.Floor(value, power), up});
}

Status QuotientOfWords(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  FixedPointSteps steps(onnx);
  const auto read = [&](size_t index) {
    return onnx.Cast(ReadWhole(node, index, BroadcastPermutation(node, index)), ir::DataType::kInt64);
  };
  const Name divisor = read(1);
  const Name left = onnx.Add("Mul", {read(0), onnx.Add("Sign", {divisor})});
  const Name right = onnx.Add("Abs", {divisor});
  const Name bits = BitsOf(onnx, onnx.Add("Max", {left, onnx.Add("Sub", {onnx.Int(-1), left})}));
  const Name headroom = onnx.Add("Sub", {onnx.Int(kMultiplierBits), bits});
  const Name shifted = onnx.Add("Mul", {left, PowersOf(onnx, headroom)});
  const FixedPoint multiplier = QuotientMultipliers(ScalesOfBinary(node)).output;
  const Name inverse = steps.HighProduct(shifted, MantissasOf(onnx, right));
  const Name quotient = steps.HighProduct(inverse, onnx.Int(multiplier.multiplier));
  const Name exponent = onnx.Add("Add", {onnx.Add("Sub", {BitsOf(onnx, right), onnx.Int(1)}), headroom});
  const Name shift = onnx.Add("Add", {exponent, onnx.Int(multiplier.right - multiplier.left)});
  return WriteSteps(node, ShiftedByAny(onnx, quotient, shift),
                    node.params<abi::TfLiteArithmeticParams>().activation, node.output_permutation(0));
}

}  // namespace

Status ExactQuotient(NodeWriter& node, int op_code) {
  return node.output(0).type == ir::DataType::kInt16 ? QuotientOfWords(node) : QuotientOfBytes(node, op_code);
}

}  // namespace litevk::to_onnx
