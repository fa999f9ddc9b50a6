#include "onnx/recurrent/quantized_basic_lstm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/recurrent/basic_lstm.h"
#include "onnx/recurrent/cell_integers.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/recurrent/basic_lstm.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::to_onnx {
namespace {

constexpr int kStateIntegerBits = 4;  // integer bits of the cell state
constexpr int kGateIntegerBits = 3;   // integer bits of the sums
constexpr int kSumFractionBits = kGateFractionBits - kGateIntegerBits;

// Returns value * factor, ties rounded upwards.
Name TimesUpwards(Emitter& onnx, const Name& value, double multiplier) {
  return RoundedUp(onnx, onnx.Add("Mul", {value, onnx.Doubles({multiplier}, {})}));
}

// Returns left * right * 2^-15, ties rounded upwards.
Name HighProduct(Emitter& onnx, const Name& left, const Name& right) {
  return TimesUpwards(onnx, onnx.Add("Mul", {left, right}), std::ldexp(1, -kGateFractionBits));
}

// Activations have a zero point of 128, whatever their tensors state. Both roundings take ties upwards.
Name Sums(NodeWriter& node, const Name& joined) {
  Emitter& onnx = node.onnx();
  const int32_t zero_point = AffineChannels::OnlyOf(node.input(kWeights)).zero_point - kRaise;
  const Name products = MatmulWithColumns(onnx, joined, 0, RaisedColumns(node, {kWeights}), zero_point);
  const std::vector<int32_t> bias = StoredElements<int32_t>(node, {kBias});
  const Name sums = onnx.Add("Add", {products, Int32s(onnx, bias, {static_cast<int64_t>(bias.size())})});
  const double scale = AffineChannels::OnlyOf(node.input(kBias)).scale;
  const FixedPoint multiplier = ToFixedPoint(scale * (1 << kSumFractionBits));
  const Name once = TimesUpwards(onnx, onnx.Cast(sums, ir::DataType::kFloat64),
                                 std::ldexp(multiplier.multiplier, multiplier.left - kMultiplierBits));
  return CutOff(onnx, TimesUpwards(onnx, once, std::ldexp(1, -multiplier.right)));
}

// The cell state has one integer bit more than the gates.
Name TableOfState(Emitter& onnx) {
  return TableOf(onnx, [](int16_t state) {
    using Limits = std::numeric_limits<int16_t>;
    const int doubled = std::clamp<int>(2 * state, Limits::min(), Limits::max());
    return GateTanh(static_cast<int16_t>(doubled), kGateIntegerBits);
  });
}

struct Cell {
  Name state;
  Name activation;
};

Cell WriteCell(NodeWriter& node, const Name& sums, const Name& before) {
  Emitter& onnx = node.onnx();
  const int64_t cells = node.output(kState).dims[1];
  const std::vector<Name> quarters = onnx.AddMany("Split", {sums, onnx.Dims({cells, cells, cells, cells})},
                                                  {{"axis", int64_t{1}}}, kQuarters);
  const Name logistic = TableOf(onnx, GateLogistic);
  const auto gate = [&](size_t quarter) { return LookedUp(onnx, logistic, quarters[quarter]); };
  const Name tanh = TableOf(onnx, [](int16_t sum) { return GateTanh(sum, kGateIntegerBits); });
  const Name candidate = LookedUp(onnx, tanh, quarters[kCandidate]);
  const Name added = Shifted(onnx, HighProduct(onnx, gate(kInputGate), candidate), kStateIntegerBits);
  const Name kept = HighProduct(onnx, gate(kForgetGate), before);
  const Name state = CutOff(onnx, onnx.Add("Add", {added, kept}));
  const Name shown = LookedUp(onnx, TableOfState(onnx), state);
  const Name output = HighProduct(onnx, gate(kOutputGate), shown);
  constexpr int kBitsOfByte = 8;
  return {onnx.Cast(state, ir::DataType::kInt16),
          RaisedBytes(onnx, Shifted(onnx, output, kBitsOfByte), 0, ir::RangeOf(ir::DataType::kInt8))};
}

}  // namespace

Status WriteQuantizedBasicLstm(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_RETURN_IF_ERROR(CheckStored(node, {kWeights, kBias}));
  const Name previous = ReadPrevious(node, kPreviousActivation);
  const Name joined = onnx.Concat({node.ReadStored(kInput, {}), previous}, 1);
  const Name sums = Sums(node, joined);
  const Name before = onnx.Cast(ReadPrevious(node, kPreviousState), ir::DataType::kFloat64);
  const Cell cell = WriteCell(node, sums, before);
  KeepPrevious(node, kPreviousActivation, cell.activation);
  KeepPrevious(node, kPreviousState, cell.state);
  node.quantized().Write(kActivation, cell.activation, {});
  node.quantized().Write(kState, cell.state, {});
  node.quantized().Write(kJoined, joined, {});
  node.quantized().Write(kSums, onnx.Cast(sums, ir::DataType::kInt16), {});
  return {};
}

}  // namespace litevk::to_onnx
