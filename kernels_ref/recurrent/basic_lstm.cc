#include "kernels_ref/recurrent/basic_lstm.h"

#include <algorithm>

#include "kernels_ref/recurrent/recurrent.h"
#include "runtime/opset/recurrent/basic_lstm.h"

namespace litevk::ref {
namespace {

Eigen::Map<Vector> RowOf(const MutableView& view, int row) {
  const int columns = view.dims()[1];
  return {view.data<float>() + static_cast<int64_t>(row) * columns, columns};
}

Eigen::Map<const Vector> RowOf(const ConstView& view, int row) {
  const int columns = view.dims()[1];
  return MapVector(view.data<float>() + static_cast<int64_t>(row) * columns, columns);
}

void Step(const KernelArgs& args, int row) {
  Eigen::Map<Vector> joined = RowOf(args.outputs[kJoined], row);
  joined << RowOf(args.inputs[kInput], row), RowOf(args.inputs[kPreviousActivation], row);
  Eigen::Map<Vector> sums = RowOf(args.outputs[kSums], row);
  sums = Finite(MapMatrix(args.inputs[kWeights]) * joined + MapVector(args.inputs[kBias]));
  const Eigen::Index depth = sums.size() / kQuarters;
  const auto gate = [&](BasicLstmQuarter quarter) {
    return sums.segment(quarter * depth, depth).unaryExpr(&Sigmoid);
  };
  const Vector candidate = sums.segment(kCandidate * depth, depth).array().tanh();
  const Vector state = gate(kInputGate).cwiseProduct(candidate) +
                       gate(kForgetGate).cwiseProduct(RowOf(args.inputs[kPreviousState], row));
  RowOf(args.outputs[kState], row) = state;
  RowOf(args.outputs[kActivation], row) = gate(kOutputGate).cwiseProduct(Vector(state.array().tanh()));
}

void KeepState(const KernelArgs& args, BasicLstmInput input, BasicLstmOutput output) {
  if (!args.has_variable(input)) return;
  std::ranges::copy(args.outputs[output].bytes, args.variables[input].bytes.begin());
}

}  // namespace

void KeepBasicStates(const KernelArgs& args) {
  KeepState(args, kPreviousActivation, kActivation);
  KeepState(args, kPreviousState, kState);
}

Status RunBasicLstm(const KernelArgs& args) {
  if (args.outputs[kJoined].dims().NumElements() == 0) return {};
  for (int row = 0; row < args.inputs[kInput].dims()[0]; ++row) Step(args, row);
  KeepBasicStates(args);
  return {};
}

}  // namespace litevk::ref
