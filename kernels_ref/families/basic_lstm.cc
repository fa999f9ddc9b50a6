#include "kernels_ref/families/basic_lstm.h"

#include <algorithm>

#include "kernels_ref/families/recurrent.h"

namespace litevk::ref {
namespace {

enum Input : uint8_t { kInput = 0, kPreviousActivation = 1, kWeights = 2, kBias = 3, kPreviousState = 4 };
enum Output : uint8_t { kActivation = 0, kState = 1, kJoined = 2, kSums = 3, kOutputs = 4 };

// The quarters of the sums, in their order.
enum Quarter : uint8_t { kInputGate = 0, kCandidate = 1, kForgetGate = 2, kOutputGate = 3, kQuarters = 4 };

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
  sums = MapMatrix(args.inputs[kWeights]) * joined + MapVector(args.inputs[kBias]);
  const Eigen::Index depth = sums.size() / kQuarters;
  const auto gate = [&](Quarter quarter) { return sums.segment(quarter * depth, depth).unaryExpr(&Sigmoid); };
  const Vector candidate = sums.segment(kCandidate * depth, depth).array().tanh();
  const Vector state = gate(kInputGate).cwiseProduct(candidate) +
                       gate(kForgetGate).cwiseProduct(RowOf(args.inputs[kPreviousState], row));
  RowOf(args.outputs[kState], row) = state;
  RowOf(args.outputs[kActivation], row) = gate(kOutputGate).cwiseProduct(Vector(state.array().tanh()));
}

void KeepState(const KernelArgs& args, Input input, Output output) {
  if (!args.has_variable(input)) return;
  std::ranges::copy(args.outputs[output].bytes, args.variables[input].bytes.begin());
}

}  // namespace

Status InferBasicLstm(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, kOutputs));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kPreviousActivation), 2, "previous activation"));
  const int batch = query.input(kInput)[0];
  const int depth = query.input(kPreviousActivation)[1];
  const ir::Shape state = {batch, depth};
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kPreviousActivation, true, state, "previous activation"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kPreviousState, true, state, "previous state"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kWeights), 2, "weights"));
  const int rows = query.input(kWeights)[0];
  const int columns = query.input(kWeights)[1];
  if (rows != int64_t{kQuarters} * depth || columns != int64_t{depth} + query.input(kInput)[1]) {
    return InvalidArgument("weights have dims " + query.input(kWeights).ToString() + ", expected " +
                           std::to_string(int64_t{kQuarters} * depth) + "x" +
                           std::to_string(int64_t{depth} + query.input(kInput)[1]));
  }
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, true, {rows}, "bias"));
  for (const ir::Shape& shape : {state, ir::Shape{batch, columns}, ir::Shape{batch, rows}}) {
    LITEVK_RETURN_IF_ERROR(ir::CountElements(shape, "an output").status());
  }
  query.outputs[kActivation] = state;
  query.outputs[kState] = state;
  query.outputs[kJoined] = {batch, columns};
  query.outputs[kSums] = {batch, rows};
  return {};
}

Status RunBasicLstm(const KernelArgs& args) {
  if (args.outputs[kJoined].dims().NumElements() == 0) return {};
  for (int row = 0; row < args.inputs[kInput].dims()[0]; ++row) Step(args, row);
  KeepState(args, kPreviousActivation, kActivation);
  KeepState(args, kPreviousState, kState);
  return {};
}

}  // namespace litevk::ref
