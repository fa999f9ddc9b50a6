#include "onnx/recurrent/int16_gates.h"

#include "onnx/common/fixed_point_sums.h"
#include "onnx/recurrent/cell_integers.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/recurrent.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::to_onnx {
namespace {

constexpr int kIntegerBits = 3;             // integer bits of the sums
constexpr double kLargestProduct = 0x1p15;  // bound of a product of 8-bit values
constexpr double kLargestWide = 0x1p30;     // bound of a product of 16-bit values

bool Has(const NodeFacts& node, int operand) { return node.has(At(operand)); }

int32_t ZeroPointOf(const NodeFacts& node, int operand) {
  return node.input(At(operand)).quantization.zero_points[0];
}

}  // namespace

// The cell gate comes first, since its activation differs from the others'.
std::vector<Int16Gates::Gate> Int16Gates::GatesOf(const NodeFacts& node, const Int16GatesScaling& scaling) {
  const auto& [input, forget, cell, output] = scaling.gates;
  std::vector<Gate> gates = {{&kLstmCellGate, cell}};
  if (Has(node, kLstmInputGate.weights)) gates.push_back({&kLstmInputGate, input});
  gates.push_back({&kLstmForgetGate, forget});
  gates.push_back({&kLstmOutputGate, output});
  return gates;
}

Int16Gates::Int16Gates(NodeWriter& node, const Int16GatesScaling& scaling)
    : node_(node),
      gates_(GatesOf(node, scaling)),
      sizes_(SizesOf(node, kLstmOperands)),
      recurrent_weights_(RaisedColumns(node, Operands(&LstmGate::recurrent_weights))),
      logistic_(TableOf(node.onnx(), GateLogistic)),
      tanh_(TableOf(node.onnx(), [](int16_t sum) { return GateTanh(sum, kIntegerBits); })) {}

bool Int16Gates::has_peephole() const { return Has(node_, kLstmOutputGate.cell_weights); }

bool Int16Gates::has_norm() const { return Has(node_, kLstmOutputGate.norm); }

std::vector<size_t> Int16Gates::Operands(int LstmGate::*member) const {
  std::vector<size_t> operands;
  operands.reserve(gates_.size());
  for (const Gate& gate : gates_) operands.push_back(At(gate.operands->*member));
  return operands;
}

Name Int16Gates::Rescaled(const Name& sums, FixedPoint Int16Gate::*multiplier, size_t first, size_t count,
                          double largest) {
  std::vector<FixedPoint> multipliers;
  for (size_t i = first; i < first + count; ++i) multipliers.push_back(gates_[i].multipliers.*multiplier);
  return RescaledTwice(node_.onnx(), sums, multipliers, {static_cast<int64_t>(count), 1}, largest);
}

Name Int16Gates::InputSums() {
  Emitter& onnx = node_.onnx();
  const Name columns = RaisedColumns(node_, Operands(&LstmGate::weights));
  Name sums = MatmulWithColumns(onnx, node_.quantized().ReadForm(kLstmInput, {}),
                                ZeroPointOf(node_, kLstmInput), columns);
  const ir::Shape& input = node_.input(kLstmInput).dims;
  double largest = kLargestProduct * input[input.rank() - 1];
  if (!has_norm()) {
    const std::vector<int32_t> biases = StoredElements<int32_t>(node_, Operands(&LstmGate::bias));
    sums = onnx.Add("Add", {sums, Int32s(onnx, biases, {static_cast<int64_t>(biases.size())})});
    largest += LargestMagnitude(biases);
  }
  std::vector<int64_t> dims = WrittenDims(node_.input(kLstmInput).dims, {});
  dims.back() = static_cast<int64_t>(count());
  dims.push_back(sizes_.cells);
  const Name wide = onnx.Cast(onnx.Reshape(sums, dims), ir::DataType::kFloat64);
  return CutOff(onnx, Rescaled(wide, &Int16Gate::of_input, 0, count(), largest));
}

Name Int16Gates::WithOutputState(const Name& sums, const Name& state) {
  Emitter& onnx = node_.onnx();
  const Name products =
      MatmulWithColumns(onnx, state, ZeroPointOf(node_, kLstmOutputState), recurrent_weights_);
  const Name parts = onnx.Reshape(products, {-1, static_cast<int64_t>(count()), sizes_.cells});
  const Name wide = onnx.Cast(parts, ir::DataType::kFloat64);
  const Name rescaled = Rescaled(wide, &Int16Gate::of_output_state, 0, count(),
                                 kLargestProduct * static_cast<double>(sizes_.outputs));
  return CutOff(onnx, onnx.Add("Add", {rescaled, sums}));
}

// The cell gate, which has no cell weights, gets weights of 0.
Name Int16Gates::WithCell(const Name& sums, const Name& cell, size_t first, size_t count) {
  Emitter& onnx = node_.onnx();
  std::vector<double> weights;
  for (size_t i = first; i < first + count; ++i) {
    std::vector<int16_t> row(At(sizes_.cells));
    const int operand = gates_[i].operands->cell_weights;
    if (operand >= 0) row = StoredElements<int16_t>(node_, {At(operand)});
    weights.insert(weights.end(), row.begin(), row.end());
  }
  const Name constant = onnx.Doubles(weights, {static_cast<int64_t>(count), sizes_.cells});
  const Name products = onnx.Add("Mul", {cell, constant});
  const Name part = Rescaled(products, &Int16Gate::of_cell_state, first, count, kLargestWide);
  return CutOff(onnx, onnx.Add("Add", {part, sums}));
}

Int16Norms Int16Gates::NormsOf(size_t first, size_t count) const {
  Int16Norms norms;
  std::vector<size_t> weights;
  std::vector<size_t> biases;
  for (size_t i = first; i < first + count; ++i) {
    weights.push_back(At(gates_[i].operands->norm));
    biases.push_back(At(gates_[i].operands->bias));
    norms.multipliers.push_back(gates_[i].multipliers.of_norm);
    norms.least_variances.push_back(gates_[i].multipliers.least_variance);
  }
  norms.weights = StoredElements<int16_t>(node_, weights);
  norms.bias = StoredElements<int32_t>(node_, biases);
  return norms;
}

std::vector<Name> Int16Gates::Split(const Name& values, const std::vector<int64_t>& counts) {
  if (counts.size() == 1) return {values};
  return node_.onnx().AddMany("Split", {values, node_.onnx().Dims(counts)}, {{"axis", int64_t{1}}},
                              counts.size());
}

std::vector<Name> Int16Gates::Evaluate(const Name& sums, const Name& cell, size_t first, size_t count) {
  Emitter& onnx = node_.onnx();
  const bool has_cell_gate = first == 0;
  const size_t fractions = has_cell_gate ? count - 1 : count;
  Name all = has_peephole() ? WithCell(sums, cell, first, count) : sums;
  if (has_norm()) all = Normalized(node_, all, NormsOf(first, count));
  const Name positions = onnx.Cast(all, ir::DataType::kInt32);
  std::vector<int64_t> counts = {static_cast<int64_t>(fractions)};
  if (has_cell_gate) counts.insert(counts.begin(), 1);
  const std::vector<Name> parts = Split(positions, counts);
  std::vector<Name> values =
      Split(onnx.Add("Gather", {logistic_, parts.back()}), std::vector<int64_t>(fractions, 1));
  if (has_cell_gate) values.insert(values.begin(), onnx.Add("Gather", {tanh_, parts.front()}));
  return values;
}

}  // namespace litevk::to_onnx
