#include "onnx/recurrent/recurrent.h"

#include <algorithm>

#include "onnx/write/stored_elements.h"

namespace litevk::to_onnx {

Name RecurrentActivation(NodeWriter& node, const Name& value, int activation) {
  switch (activation) {
    case abi::kTfLiteActRelu:
      return node.Add("Relu", {value});
    case abi::kTfLiteActReluN1To1:
      return node.Add("Clip", {value, node.Float(-1), node.Float(1)});
    case abi::kTfLiteActRelu6:
      return node.Add("Clip", {value, node.Float(0), node.Float(6)});
    case abi::kTfLiteActTanh:
      return node.Add("Tanh", {value});
    case abi::kTfLiteActSignBit:
      return node.Cast(node.Add("Less", {value, node.Float(0)}), ir::DataType::kFloat32);
    case abi::kTfLiteActSigmoid:
      return node.Add("Sigmoid", {value});
    default:
      return value;
  }
}

Name Product(NodeWriter& node, const Name& value, const Name& weights, const Name& bias) {
  std::vector<Name> inputs = {value, weights};
  if (!bias.empty()) inputs.push_back(bias);
  return node.Add("Gemm", inputs, {{"transB", int64_t{1}}});
}

Name ReadStateMatrix(NodeWriter& node, size_t input, int64_t batch, int64_t size) {
  const std::vector<int64_t> matrix = {batch, size};
  const Name state = node.ReadState(input);
  return WrittenDims(node.input(input).dims, {}) == matrix ? state : node.Reshape(state, matrix);
}

void WriteStateMatrix(NodeWriter& node, size_t input, const Name& value) {
  const ir::Shape& dims = node.input(input).dims;
  node.WriteState(input, dims.rank() == 2 ? value : node.Reshape(value, WrittenDims(dims, {})));
}

Name Joined(NodeWriter& node, const std::vector<size_t>& inputs, const std::vector<int64_t>& dims) {
  const auto is_stored = [&](size_t input) {
    return node.input(input).is_known() && node.input(input).type == ir::DataType::kFloat32;
  };
  if (!std::ranges::all_of(inputs, is_stored)) {
    std::vector<Name> parts;
    parts.reserve(inputs.size());
    for (const size_t input : inputs) parts.push_back(node.Read(input, {}));
    return node.Reshape(node.Concat(parts, 0), dims);
  }
  return node.Floats(StoredElements<float>(node, inputs), dims);
}

Order StepsFirst(bool is_time_major) { return is_time_major ? Order() : Order{1, 0, 2}; }

std::vector<Name> StepsOf(NodeWriter& node, const Name& sequence, int64_t steps, int64_t axis) {
  std::vector<Name> vectors;
  vectors.reserve(static_cast<size_t>(steps));
  for (int64_t step = 0; step < steps; ++step) {
    vectors.push_back(node.Add("Gather", {sequence, node.Int(step)}, {{"axis", axis}}));
  }
  return vectors;
}

Name SequenceOf(NodeWriter& node, const std::vector<Name>& steps) {
  std::vector<Name> vectors;
  vectors.reserve(steps.size());
  for (const Name& step : steps) vectors.push_back(node.Unsqueeze(step, {0}));
  return node.Concat(vectors, 0);
}

void WriteBidirectional(NodeWriter& node, const Name& forward, const Name& backward, bool is_time_major) {
  const Order order = StepsFirst(is_time_major);
  if (node.output_count() == 1) return node.Write(0, node.Concat({forward, backward}, 2), order);
  node.Write(0, forward, order);
  node.Write(1, backward, order);
}

}  // namespace litevk::to_onnx
