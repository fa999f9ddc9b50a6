#include "onnx/recurrent/int8_gates_lstm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/recurrent/cell_integers.h"
#include "onnx/recurrent/integer_states.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/recurrent.h"
#include "runtime/opset/recurrent/gates16.h"
#include "runtime/opset/recurrent/int8_gates_lstm.h"

namespace litevk::to_onnx {
namespace {

constexpr int64_t kCellAxis = 2;

// Here TFLite has no input gate, even if the model has one.
constexpr std::array<const LstmGate*, 3> kGates = {&kLstmCellGate, &kLstmForgetGate, &kLstmOutputGate};
constexpr std::array<size_t, 3> kGateIndices = {2, 1, 3};  // index of each gate in the scaling

std::vector<size_t> Operands(int LstmGate::*member) {
  std::vector<size_t> operands;
  operands.reserve(kGates.size());
  for (const LstmGate* gate : kGates) operands.push_back(At(gate->*member));
  return operands;
}

// One step on values {batch, gates, cells}.
class Step {
 public:
  Step(NodeWriter& node, const Int8GatesScaling& scaling)
      : node_(node), scaling_(scaling), sizes_(SizesOf(node, kLstmOperands)) {}

  LstmStates Write(const Name& input, const LstmStates& before);

 private:
  std::vector<int64_t> GateDims() const { return {static_cast<int64_t>(kGates.size()), 1}; }
  std::vector<int64_t> CellDims() const { return {static_cast<int64_t>(kGates.size()), sizes_.cells}; }
  Name Part(const Name& vector, int operand, const std::vector<size_t>& weights,
            Int8GatePart Int8Gate::*part);
  Name Rescaled(const Name& sums, Int8GatePart Int8Gate::*part, FixedPoint Int8GatePart::*multiplier);
  Name TotalOf(const Name& values);
  Name Normal(const Name& sums);
  Name Normalized(const Name& sums);
  Name Projected(const Name& hidden);

  NodeWriter& node_;
  const Int8GatesScaling& scaling_;
  LstmSizes sizes_;
};

Name Step::Rescaled(const Name& sums, Int8GatePart Int8Gate::*part, FixedPoint Int8GatePart::*multiplier) {
  std::vector<FixedPoint> multipliers;
  multipliers.reserve(kGateIndices.size());
  for (const size_t position : kGateIndices)
    multipliers.push_back(scaling_.gates[position].*part.*multiplier);
  return RescaledTwice(node_.onnx(), sums, multipliers, GateDims());
}

// Requantizes products with a vector to int8, and those to a part of the sum.
Name Step::Part(const Name& vector, int operand, const std::vector<size_t>& weights,
                Int8GatePart Int8Gate::*part) {
  Emitter& onnx = node_.onnx();
  const int zero_point = node_.input(At(operand)).quantization.zero_points[0];
  const Name products = MatmulWithColumns(onnx, vector, zero_point, RaisedColumns(node_, weights));
  const Name sums = onnx.Reshape(products, {-1, static_cast<int64_t>(kGates.size()), sizes_.cells});
  const Name integers = Rescaled(onnx.Cast(sums, ir::DataType::kFloat64), part, &Int8GatePart::to_quantized);
  std::vector<double> lowest;
  std::vector<double> highest;
  for (const size_t position : kGateIndices) {
    const int middle = (scaling_.gates[position].*part).zero_point;
    lowest.push_back(std::numeric_limits<int8_t>::min() - middle);
    highest.push_back(std::numeric_limits<int8_t>::max() - middle);
  }
  const Name above = onnx.Add("Max", {integers, onnx.Doubles(lowest, GateDims())});
  const Name within = onnx.Add("Min", {above, onnx.Doubles(highest, GateDims())});
  return Rescaled(within, part, &Int8GatePart::to_sum);
}

// Returns the totals of rows, whose elements are added in their order.
Name Step::TotalOf(const Name& values) {
  Emitter& onnx = node_.onnx();
  const Name totals = onnx.Add("CumSum", {values, onnx.Int(kCellAxis)});
  return onnx.Slice(totals, {-1}, {std::numeric_limits<int64_t>::max()}, {kCellAxis});
}

// Takes the root in float64, in which onnxruntime rounds like TFLite's float32.
Name Step::Normal(const Name& sums) {
  Emitter& onnx = node_.onnx();
  const auto constant = [&](float value) { return onnx.Float(value); };
  const Name values = onnx.Cast(sums, ir::DataType::kFloat32);
  const Name count = constant(static_cast<float>(sizes_.cells));
  const Name mean = onnx.Add("Div", {TotalOf(values), count});
  const Name squares = onnx.Add("Div", {TotalOf(onnx.Add("Mul", {values, values})), count});
  const Name variance = onnx.Add("Sub", {squares, onnx.Add("Mul", {mean, mean})});
  constexpr float kLeastVariance = 1e-8F;
  const Name is_none = onnx.Add("Equal", {variance, constant(0)});
  const Name some = onnx.Add("Where", {is_none, constant(kLeastVariance), variance});
  const Name root = onnx.Add("Sqrt", {onnx.Cast(some, ir::DataType::kFloat64)});
  const Name inverse = onnx.Add("Div", {constant(1), onnx.Cast(root, ir::DataType::kFloat32)});
  return onnx.Add("Mul", {onnx.Add("Sub", {values, mean}), inverse});
}

Name Step::Normalized(const Name& sums) {
  Emitter& onnx = node_.onnx();
  constexpr int kSumBits = 12;  // fractional bits of a sum
  std::vector<float> scales;
  std::vector<float> weights;
  std::vector<float> biases;
  for (size_t i = 0; i < kGates.size(); ++i) {
    const float scale = scaling_.gates[kGateIndices[i]].norm_scale;
    scales.push_back(scale);
    for (const int16_t weight : StoredElements<int16_t>(node_, {At(kGates[i]->norm)})) {
      weights.push_back(static_cast<float>(weight));
    }
    for (const int32_t bias : StoredElements<int32_t>(node_, {At(kGates[i]->bias)})) {
      biases.push_back(static_cast<float>(bias) * (0x1p-10F * scale));
    }
  }
  const Name weighed = onnx.Add("Mul", {Normal(sums), onnx.Floats(weights, CellDims())});
  const Name scaled = onnx.Add("Mul", {weighed, onnx.Floats(scales, GateDims())});
  const Name value = onnx.Add("Add", {scaled, onnx.Floats(biases, CellDims())});
  return CutOff(onnx, Shifted(onnx, onnx.Cast(value, ir::DataType::kFloat64), -kSumBits));
}

LstmStates Step::Write(const Name& input, const LstmStates& before) {
  Emitter& onnx = node_.onnx();
  const Name of_input = Part(input, kLstmInput, Operands(&LstmGate::weights), &Int8Gate::of_input);
  const Name of_state = Part(before.output, kLstmOutputState, Operands(&LstmGate::recurrent_weights),
                             &Int8Gate::of_output_state);
  const Name sums = Normalized(CutOff(onnx, onnx.Add("Add", {of_input, of_state})));
  const std::vector<Name> gates =
      onnx.AddMany("Split", {sums, onnx.Dims({1, 1, 1})}, {{"axis", int64_t{1}}}, kGates.size());
  const Name logistic = TableOf(onnx, Int8GateLogistic);
  const auto tanh = [&](const Name& integers, float scale) {
    const Name table = TableOf(onnx, [scale](int16_t integer) { return Int8GateTanh(integer, scale); });
    return LookedUp(onnx, table, integers);
  };
  const Name kept = LookedUp(onnx, logistic, gates[1]);
  const Name enters = onnx.Add("Sub", {onnx.Doubles({std::numeric_limits<int16_t>::max()}, {}), kept});
  const Name candidate = tanh(gates[0], kInt8GateSumScale);
  const Name sum = onnx.Add("Add", {ShiftedProduct(onnx, kept, before.cell, kGateFractionBits),
                                    ShiftedProduct(onnx, enters, candidate, kGateFractionBits)});
  const Name cell = CutOff(onnx, sum, RangeWithin(scaling_.cell_clip, ir::DataType::kInt16));
  const Name shown = LookedUp(onnx, logistic, gates[2]);
  const Name hidden = ShiftedProduct(onnx, shown, tanh(cell, kInt8GateCellScale), kGateFractionBits);
  return {Projected(hidden), cell};
}

// Sums of products of 16 by 8 bits are exact in float64.
Name Step::Projected(const Name& hidden) {
  Emitter& onnx = node_.onnx();
  const std::vector<int8_t> rows = StoredElements<int8_t>(node_, {At(kLstmProjectionWeights)});
  const auto cells = At(sizes_.cells);
  std::vector<double> columns(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) columns[i % cells * At(sizes_.outputs) + i / cells] = rows[i];
  const Name products = onnx.Add("MatMul", {hidden, onnx.Doubles(columns, {sizes_.cells, sizes_.outputs})});
  const std::vector<int32_t> bias = StoredElements<int32_t>(node_, {At(kLstmProjectionBias)});
  const Name sums = onnx.Add("Add", {products, onnx.Doubles({bias.begin(), bias.end()}, {sizes_.outputs})});
  constexpr double kProduct = 0x1p22;  // bound of a product of 16 by 8 bits
  const double largest = kProduct * static_cast<double>(sizes_.cells) + LargestMagnitude(bias);
  const Name integers = to_onnx::Rescaled(node_, sums, {{scaling_.projection}, true, largest}, {});
  const int zero_point = node_.input(At(kLstmOutputState)).quantization.zero_points[0];
  return RaisedBytes(onnx, integers, zero_point, RangeWithin(scaling_.projection_clip, ir::DataType::kInt8));
}

}  // namespace

Status WriteInt8GatesLstm(NodeWriter& node, const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckWeightsStored(node));
  const std::vector<const ir::Tensor*> inputs = node.inputs();
  const std::vector<const ir::Tensor*> intermediates = node.intermediates();
  LITEVK_ASSIGN_OR_RETURN(const Int8GatesScaling scaling,
                          Int8GatesScalingOf({inputs, intermediates, node.output(0)}, options));
  const int64_t batch = node.input(kLstmInput).dims[0];
  const LstmStates before = ReadIntegerStates(node, batch);
  const LstmStates after = Step(node, scaling).Write(node.quantized().ReadForm(kLstmInput, {}), before);
  KeepIntegerStates(node, after);
  node.quantized().Write(0, node.onnx().Reshape(after.output, WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx
