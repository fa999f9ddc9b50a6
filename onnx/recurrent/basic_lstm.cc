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
  const Name previous = ReadPrevious(node, kPreviousActivation);
  const Name joined = node.Concat({node.Read(kInput, {}), previous}, 1);
  const Name sums = Product(node, joined, node.Read(kWeights, {}), node.Read(kBias, {}));
  const int64_t cells = node.output(kState).dims[1];
  const Name sizes = node.Dims({cells, cells, cells, cells});
  const std::vector<Name> quarters = node.AddMany("Split", {sums, sizes}, {{"axis", int64_t{1}}}, kQuarters);
  const auto gate = [&](size_t quarter) { return node.Add("Sigmoid", {quarters[quarter]}); };
  const Name candidate = node.Add("Tanh", {quarters[kCandidate]});
  const Name added = node.Add("Mul", {gate(kInputGate), candidate});
  const Name kept = node.Add("Mul", {gate(kForgetGate), ReadPrevious(node, kPreviousState)});
  const Name state = node.Add("Add", {added, kept});
  const Name activation = node.Add("Mul", {gate(kOutputGate), node.Add("Tanh", {state})});
  KeepPrevious(node, kPreviousActivation, activation);
  KeepPrevious(node, kPreviousState, state);
  node.Write(kActivation, activation, {});
  node.Write(kState, state, {});
  node.Write(kJoined, joined, {});
  node.Write(kSums, sums, {});
  return {};
}

}  // namespace litevk::to_onnx
