#include "kernels_ref/families/lstm_cell.h"

#include <cmath>

namespace litevk::ref {
namespace {

// Keeps a vector of equal values finite.
constexpr float kNormEpsilon = 1e-8F;

Vector Normalize(const Vector& values) {
  const auto size = static_cast<float>(values.size());
  const Vector centered = values.array() - values.sum() / size;
  const float variance = centered.squaredNorm() / size;
  return centered / std::sqrt(variance + kNormEpsilon);
}

Vector Clip(const Vector& values, float bound) {
  return bound > 0.0F ? Vector(values.cwiseMax(-bound).cwiseMin(bound)) : values;
}

Eigen::Map<Vector> StateOf(const KernelArgs& args, int operand, int row, int size) {
  const MutableView& state = args.variables[static_cast<size_t>(operand)];
  return {state.data<float>() + static_cast<int64_t>(row) * size, size};
}

}  // namespace

LstmCell::LstmCell(const KernelArgs& args, const LstmOptions& options)
    : args_(args),
      options_(options),
      sizes_{.input = args.inputs[kLstmInput].dims().channels(),
             .cells = Operand(kLstmOutputGate.weights).dims()[0],
             .outputs = args.outputs[0].dims().channels()} {}

void LstmCell::Step(int row, const float* input, float* output) const {
  const auto in = MapVector(input, sizes_.input);
  Eigen::Map<Vector> output_state = StateOf(args_, kLstmOutputState, row, sizes_.outputs);
  Eigen::Map<Vector> cell_state = StateOf(args_, kLstmCellState, row, sizes_.cells);
  const Vector forget = Evaluate(kLstmForgetGate, in, output_state, cell_state, abi::kTfLiteActSigmoid);
  const Vector candidate = Evaluate(kLstmCellGate, in, output_state, cell_state, options_.activation);
  const Vector keep = Has(kLstmInputGate.weights)
                          ? Evaluate(kLstmInputGate, in, output_state, cell_state, abi::kTfLiteActSigmoid)
                          : Vector(1.0F - forget.array());
  cell_state = Clip(forget.cwiseProduct(cell_state) + keep.cwiseProduct(candidate), options_.cell_clip);
  const Vector gate = Evaluate(kLstmOutputGate, in, output_state, cell_state, abi::kTfLiteActSigmoid);
  // TFLite's kernel takes NONE as "leave the buffer", which holds the cell gate then, not the cell state.
  const Vector shown = options_.activation == abi::kTfLiteActNone
                           ? candidate
                           : Vector(ActivateAll(options_.activation, cell_state));
  output_state = Project(gate.cwiseProduct(shown));
  Eigen::Map<Vector>(output, sizes_.outputs) = output_state;
}

Vector LstmCell::Evaluate(const LstmGate& gate, const Ref& input, const Ref& output_state,
                          const Ref& cell_state, int activation) const {
  const auto bias = MapVector(Operand(gate.bias));
  Vector sum = MapMatrix(Operand(gate.weights)) * input + Recur(gate.recurrent_weights, output_state);
  if (Has(gate.cell_weights)) sum += MapVector(Operand(gate.cell_weights)).cwiseProduct(cell_state);
  if (Has(gate.norm)) sum = Normalize(sum).cwiseProduct(MapVector(Operand(gate.norm)));
  return ActivateAll(activation, sum + bias);
}

Vector LstmCell::Recur(int weights, const Ref& output_state) const {
  const ConstView& operand = Operand(weights);
  if (operand.dims().rank() == 1) return MapVector(operand).cwiseProduct(output_state);
  return MapMatrix(operand) * output_state;
}

Vector LstmCell::Project(const Vector& hidden) const {
  if (!Has(kLstmProjectionWeights)) return hidden;
  Vector sum = MapMatrix(Operand(kLstmProjectionWeights)) * hidden;
  if (Has(kLstmProjectionBias)) sum += MapVector(Operand(kLstmProjectionBias));
  return Clip(sum, options_.proj_clip);
}

}  // namespace litevk::ref
