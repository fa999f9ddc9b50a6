#include "kernels_ref/recurrent/lstm_cell.h"

#include <algorithm>
#include <cmath>

namespace litevk::ref {
namespace {

// Keeps a vector of equal values finite.
constexpr float kNormEpsilon = 1e-8F;

void Normalize(Vector& values) {
  const auto size = static_cast<float>(values.size());
  values.array() -= values.sum() / size;
  const float variance = values.squaredNorm() / size;
  values /= std::sqrt(variance + kNormEpsilon);
}

// Clamps to +-bound. A NaN becomes the bound, as in TFLite's kernel.
Vector Clip(const Vector& values, float bound) {
  if (bound <= 0.0F) return values;
  return values.unaryExpr([bound](float value) { return std::max(std::min(bound, value), -bound); });
}

Eigen::Map<Vector> StateOf(const KernelArgs& args, int operand, int row, int size) {
  const MutableView& state = args.variables[static_cast<size_t>(operand)];
  return {state.data<float>() + static_cast<int64_t>(row) * size, size};
}

}  // namespace

// Diagonal recurrent weights stand for a square matrix.
LstmCell::LstmCell(const KernelArgs& args, const LstmOperands& operands, const LstmOptions& options)
    : args_(args),
      operands_(operands),
      options_(options),
      sizes_{.input = Operand(operands.output_gate.weights).dims()[1],
             .cells = Operand(operands.output_gate.weights).dims()[0],
             .outputs = Operand(operands.output_gate.recurrent_weights).dims().channels()} {}

void LstmCell::Step(int row, const float* input, float* output, const float* aux) const {
  Eigen::Map<Vector> output_state = StateOf(args_, operands_.output_state, row, sizes_.outputs);
  Eigen::Map<Vector> cell_state = StateOf(args_, operands_.cell_state, row, sizes_.cells);
  const Sources from = {input, aux, output_state, cell_state};
  const Vector forget = Evaluate(operands_.forget_gate, from, abi::kTfLiteActSigmoid);
  const Vector candidate = Evaluate(operands_.cell_gate, from, options_.activation);
  const Vector keep = Has(operands_.input_gate.weights)
                          ? Evaluate(operands_.input_gate, from, abi::kTfLiteActSigmoid)
                          : Vector(1.0F - forget.array());
  cell_state = Clip(forget.cwiseProduct(cell_state) + keep.cwiseProduct(candidate), options_.cell_clip);
  const Vector gate = Evaluate(operands_.output_gate, from, abi::kTfLiteActSigmoid);
  // TFLite's kernel takes NONE as "leave the buffer", which then holds the cell gate, not the cell state.
  const Vector shown = options_.activation == abi::kTfLiteActNone
                           ? candidate
                           : Vector(ActivateAll(options_.activation, cell_state));
  output_state = Project(gate.cwiseProduct(shown));
  Eigen::Map<Vector>(output, sizes_.outputs) = output_state;
}

Vector LstmCell::Evaluate(const LstmGate& gate, const Sources& from, int activation) const {
  const auto bias = MapVector(Operand(gate.bias));
  const bool is_normalized = Has(gate.norm);
  Vector sum = bias;
  if (is_normalized) sum.setZero();
  Add(gate.weights, from.input, sum);
  sum = Finite(sum);
  if (from.aux != nullptr && Has(gate.aux_weights)) Add(gate.aux_weights, from.aux, sum);
  Recur(gate.recurrent_weights, from.output_state, sum);
  sum = Finite(sum);
  if (Has(gate.cell_weights)) sum += ReadVector(Operand(gate.cell_weights)).cwiseProduct(from.cell_state);
  if (is_normalized) {
    Normalize(sum);
    sum = sum.cwiseProduct(MapVector(Operand(gate.norm))) + bias;
  }
  return ActivateAll(activation, sum);
}

void LstmCell::Recur(int weights, const Ref& output_state, Vector& sum) const {
  if (Operand(weights).dims().rank() > 1) return Add(weights, output_state.data(), sum);
  sum += ReadVector(Operand(weights)).cwiseProduct(output_state);
}

Vector LstmCell::Project(const Vector& hidden) const {
  if (!Has(operands_.projection_weights)) return hidden;
  Vector sum = Vector::Zero(sizes_.outputs);
  if (Has(operands_.projection_bias)) sum = MapVector(Operand(operands_.projection_bias));
  Add(operands_.projection_weights, hidden.data(), sum);
  return Clip(sum, options_.proj_clip);
}

}  // namespace litevk::ref
