#include "onnx/recurrent/basic_lstm.h"

#include "onnx/recurrent/recurrent.h"
#include "runtime/opset/recurrent/basic_lstm.h"

namespace litevk::to_onnx {

Name ReadPrevious(NodeWriter& node, size_t input) {
  return node.input(input).is_variable ? node.ReadState(input) : node.ReadStored(input, {});
}

void KeepPrevious(NodeWriter& node, size_t input, const Name& value) {
  if (node.input(input).is_variable) node.WriteState(input, value);
}

Status WriteBasicLstm(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name previous = ReadPrevious(node, kPreviousActivation);
  const Name joined = onnx.Concat({node.Read(kInput, {}), previous}, 1);
  const Name sums = Product(onnx, joined, node.Read(kWeights, {}), node.Read(kBias, {}));
  const int64_t cells = node.output(kState).dims[1];
  const Name sizes = onnx.Dims({cells, cells, cells, cells});
  const std::vector<Name> quarters = onnx.AddMany("Split", {sums, sizes}, {{"axis", int64_t{1}}}, kQuarters);
  const auto gate = [&](size_t quarter) { return onnx.Add("Sigmoid", {quarters[quarter]}); };
  const Name candidate = onnx.Add("Tanh", {quarters[kCandidate]});
  const Name added = onnx.Add("Mul", {gate(kInputGate), candidate});
  const Name kept = onnx.Add("Mul", {gate(kForgetGate), ReadPrevious(node, kPreviousState)});
  const Name state = onnx.Add("Add", {added, kept});
  const Name activation = onnx.Add("Mul", {gate(kOutputGate), onnx.Add("Tanh", {state})});
  KeepPrevious(node, kPreviousActivation, activation);
  KeepPrevious(node, kPreviousState, state);
  node.Write(kActivation, activation, {});
  node.Write(kState, state, {});
  node.Write(kJoined, joined, {});
  node.Write(kSums, sums, {});
  return {};
}

}  // namespace litevk::to_onnx
