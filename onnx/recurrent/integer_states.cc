#include "onnx/recurrent/integer_states.h"

#include "onnx/recurrent/cell_integers.h"
#include "onnx/recurrent/recurrent.h"

namespace litevk::to_onnx {

LstmStates ReadIntegerStates(NodeWriter& node, int64_t batch) {
  Emitter& onnx = node.onnx();
  const LstmSizes sizes = SizesOf(node, kLstmOperands);
  const Name output = Raised(onnx, node.ReadState(At(kLstmOutputState)));
  const Name cell = onnx.Cast(node.ReadState(At(kLstmCellState)), ir::DataType::kFloat64);
  return {onnx.Reshape(output, {batch, 1, sizes.outputs}), onnx.Reshape(cell, {batch, 1, sizes.cells})};
}

void KeepIntegerStates(NodeWriter& node, const LstmStates& states) {
  Emitter& onnx = node.onnx();
  const auto keep = [&](int operand, const Name& value) {
    const std::vector<int64_t> dims = WrittenDims(node.input(At(operand)).dims, {});
    node.WriteState(At(operand), onnx.Reshape(value, dims));
  };
  keep(kLstmOutputState, Lowered(onnx, states.output));
  keep(kLstmCellState, onnx.Cast(states.cell, ir::DataType::kInt16));
}

Status CheckWeightsStored(const NodeFacts& node) {
  std::vector<size_t> weights;
  for (size_t i = 1; i < node.input_count(); ++i) {
    if (i != At(kLstmOutputState) && i != At(kLstmCellState)) weights.push_back(i);
  }
  return CheckStored(node, weights);
}

}  // namespace litevk::to_onnx
