#include "onnx/recurrent/int16_gates_lstm.h"

#include <limits>
#include <string>
#include <vector>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/recurrent/cell_integers.h"
#include "onnx/recurrent/int16_gates.h"
#include "onnx/recurrent/integer_states.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/recurrent.h"
#include "runtime/opset/quantized/wrapping.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::to_onnx {
namespace {

constexpr int64_t kMostSteps = 10'000;
constexpr double kLargestProduct = 0x1p30;  // bound of a product of two 16-bit values

// Returns the low 16 bits of integers, as int16 values.
Name Wrapped(Emitter& onnx, const Name& integers) {
  constexpr double kIntegers = 0x1p16;
  const Name above = onnx.Add("Add", {integers, onnx.Doubles({kIntegers / 2}, {})});
  const Name rounds = onnx.Add("Floor", {onnx.Add("Mul", {above, onnx.Doubles({1 / kIntegers}, {})})});
  return onnx.Add("Sub", {integers, onnx.Add("Mul", {rounds, onnx.Doubles({kIntegers}, {})})});
}

// The steps of a node. Its states are those of ReadIntegerStates().
class Steps {
 public:
  Steps(NodeWriter& node, const Int16GatesScaling& scaling);

  Int16Gates& gates() { return gates_; }
  LstmStates Write(const Name& input_sums, const LstmStates& before);

 private:
  Name Cell(const std::vector<Name>& gates, const Name& before);
  Name CellTanh(const std::vector<Name>& gates, const Name& cell);
  Name Output(const Name& gate, const Name& cell_tanh);
  Name Projected(const Name& hidden);
  std::vector<int32_t> ProjectionBias() const;

  NodeWriter& node_;
  const Int16GatesScaling& scaling_;
  LstmSizes sizes_;
  Int16Gates gates_;
  Name tanh_;                // table; empty: the cell state has no tanh
  Name projection_weights_;  // empty: there is no projection
  Name projection_bias_;
};

Steps::Steps(NodeWriter& node, const Int16GatesScaling& scaling)
    : node_(node), scaling_(scaling), sizes_(SizesOf(node, kLstmOperands)), gates_(node, scaling) {
  if (HasCellTanh(scaling)) {
    const int integer_bits = kGateFractionBits + scaling.cell_exponent;
    tanh_ = TableOf(node.onnx(), [&](int16_t cell) { return GateTanh(cell, integer_bits); });
  }
  if (!node.has(At(kLstmProjectionWeights))) return;
  projection_weights_ = RaisedColumns(node, {At(kLstmProjectionWeights)});
  projection_bias_ = Int32s(node.onnx(), ProjectionBias(), {sizes_.outputs});
}

LstmStates Steps::Write(const Name& input_sums, const LstmStates& before) {
  const Name sums = gates_.WithOutputState(input_sums, before.output);
  if (!gates_.has_peephole()) {
    const std::vector<Name> gates = gates_.Evaluate(sums, before.cell, 0, gates_.count());
    const Name cell = Cell(gates, before.cell);
    return {Output(gates.back(), CellTanh(gates, cell)), cell};
  }
  const size_t last = gates_.count() - 1;
  const std::vector<Name> parts = gates_.Split(sums, {static_cast<int64_t>(last), 1});
  const std::vector<Name> gates = gates_.Evaluate(parts.front(), before.cell, 0, last);
  const Name cell = Cell(gates, before.cell);
  const Name output_gate = gates_.Evaluate(parts.back(), cell, last, 1).front();
  return {Output(output_gate, CellTanh(gates, cell)), cell};
}

// `gates`: the cell gate, the input gate if there is one, and the forget gate.
Name Steps::Cell(const std::vector<Name>& gates, const Name& before) {
  Emitter& onnx = node_.onnx();
  constexpr double kOne = std::numeric_limits<int16_t>::max();
  const bool is_coupled = !node_.has(At(kLstmInputGate.weights));
  const Name& forget = gates[is_coupled ? 1 : 2];
  const Name enters = is_coupled ? onnx.Add("Sub", {onnx.Doubles({kOne}, {}), forget}) : gates[1];
  const Name kept = ShiftedProduct(onnx, forget, before, kGateFractionBits);
  const int shift = 2 * kGateFractionBits + scaling_.cell_exponent;
  Name added = ShiftedProduct(onnx, enters, gates.front(), shift);
  if (shift < kGateFractionBits) added = Wrapped(onnx, added);
  return CutOff(onnx, onnx.Add("Add", {kept, added}), RangeWithin(scaling_.cell_clip, ir::DataType::kInt16));
}

// `gates`: the cell gate, and the input gate if TFLite reads its buffer in place of the tanh.
Name Steps::CellTanh(const std::vector<Name>& gates, const Name& cell) {
  return HasCellTanh(scaling_) ? LookedUp(node_.onnx(), tanh_, cell) : gates[1];
}

Name Steps::Output(const Name& gate, const Name& cell_tanh) {
  Emitter& onnx = node_.onnx();
  const Name product = onnx.Add("Mul", {gate, cell_tanh});
  const Name hidden = RescaledTwice(node_.onnx(), product, {scaling_.hidden}, {}, kLargestProduct);
  const ir::IntegerRange range = ir::RangeOf(ir::DataType::kInt8);
  const int32_t zero_point = scaling_.hidden_zero_point;
  if (projection_weights_.empty()) return RaisedBytes(onnx, hidden, zero_point, range);
  return Projected(RaisedBytes(onnx, hidden, -zero_point, range));
}

// TFLite subtracts the hidden state's zero point instead of adding it. The bias compensates for that.
std::vector<int32_t> Steps::ProjectionBias() const {
  const std::vector<int8_t> weights = StoredElements<int8_t>(node_, {At(kLstmProjectionWeights)});
  std::vector<int32_t> bias(At(sizes_.outputs));
  if (node_.has(At(kLstmProjectionBias))) bias = StoredElements<int32_t>(node_, {At(kLstmProjectionBias)});
  for (size_t i = 0; i < weights.size(); ++i) {
    int32_t& sum = bias[i / At(sizes_.cells)];
    sum = WrappingAdd(sum, scaling_.hidden_zero_point * weights[i]);
  }
  return bias;
}

Name Steps::Projected(const Name& hidden) {
  Emitter& onnx = node_.onnx();
  const Name products = MatmulWithColumns(onnx, hidden, 0, projection_weights_);
  const Name sums = onnx.Add("Add", {products, projection_bias_});
  const Name wide = onnx.Cast(sums, ir::DataType::kFloat64);
  const Name integers = RescaledTwice(node_.onnx(), wide, {scaling_.projection}, {});
  const int32_t zero_point = node_.input(At(kLstmOutputState)).quantization.zero_points[0];
  return RaisedBytes(onnx, integers, zero_point, RangeWithin(scaling_.projection_clip, ir::DataType::kInt8));
}

int64_t CountSteps(const NodeFacts& node, bool is_time_major) {
  const ir::Shape& dims = node.input(kLstmInput).dims;
  return dims.rank() == 2 ? 1 : dims[is_time_major ? 0 : 1];
}

// Returns the outputs of all steps, with TFLite's dims.
Name WriteSequence(NodeWriter& node, Steps& steps, LstmStates& states, bool is_time_major) {
  Emitter& onnx = node.onnx();
  const ir::Shape& dims = node.input(kLstmInput).dims;
  const int64_t axis = is_time_major ? 0 : 1;
  const int64_t count = CountSteps(node, is_time_major);
  std::vector<Name> outputs;
  for (const Name& sums : StepsOf(onnx, steps.gates().InputSums(), count, axis)) {
    states = steps.Write(sums, states);
    outputs.push_back(is_time_major ? onnx.Reshape(states.output, {1, dims[1], -1}) : states.output);
  }
  return onnx.Concat(outputs, axis);
}

}  // namespace

Status WriteInt16GatesLstm(NodeWriter& node, const LstmOptions& options, bool is_time_major) {
  LITEVK_RETURN_IF_ERROR(CheckWeightsStored(node));
  if (CountSteps(node, is_time_major) > kMostSteps) {
    return Unsupported("it has more than " + std::to_string(kMostSteps) + " steps, each of which is written");
  }
  const std::vector<const ir::Tensor*> inputs = node.inputs();
  const std::vector<const ir::Tensor*> intermediates = node.intermediates();
  LITEVK_ASSIGN_OR_RETURN(const Int16GatesScaling scaling,
                          Int16GatesScalingOf({inputs, intermediates, node.output(0)}, options));
  Steps steps(node, scaling);
  const ir::Shape& dims = node.input(kLstmInput).dims;
  const bool is_sequence = dims.rank() == 3;
  LstmStates states = ReadIntegerStates(node, dims[is_sequence && is_time_major ? 1 : 0]);
  Name output;
  if (is_sequence) {
    output = WriteSequence(node, steps, states, is_time_major);
  } else {
    states = steps.Write(steps.gates().InputSums(), states);
    output = node.onnx().Reshape(states.output, WrittenDims(node.output(0).dims, {}));
  }
  KeepIntegerStates(node, states);
  node.quantized().Write(0, output, {});
  return {};
}

}  // namespace litevk::to_onnx
