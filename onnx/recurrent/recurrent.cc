#include "onnx/recurrent/recurrent.h"

#include <algorithm>

#include "onnx/write/stored_elements.h"

namespace litevk::to_onnx {

Name RecurrentActivation(Emitter& onnx, const Name& value, int activation) {
  switch (activation) {
    case abi::kTfLiteActRelu:
      return onnx.Add("Relu", {value});
    case abi::kTfLiteActReluN1To1:
      return onnx.Add("Clip", {value, onnx.Float(-1), onnx.Float(1)});
    case abi::kTfLiteActRelu6:
      return onnx.Add("Clip", {value, onnx.Float(0), onnx.Float(6)});
    case abi::kTfLiteActTanh:
      return onnx.Add("Tanh", {value});
    case abi::kTfLiteActSignBit:
      return onnx.Cast(onnx.Add("Less", {value, onnx.Float(0)}), ir::DataType::kFloat32);
    case abi::kTfLiteActSigmoid:
      return onnx.Add("Sigmoid", {value});
    default:
      return value;
  }
}

Name Product(Emitter& onnx, const Name& value, const Name& weights, const Name& bias) {
  std::vector<Name> inputs = {value, weights};
  if (!bias.empty()) inputs.push_back(bias);
  return onnx.Add("Gemm", inputs, {{"transB", int64_t{1}}});
}

Name ReadStateMatrix(NodeWriter& node, size_t input, int64_t batch, int64_t size) {
  const std::vector<int64_t> matrix = {batch, size};
  const Name state = node.ReadState(input);
  return WrittenDims(node.input(input).dims, {}) == matrix ? state : node.onnx().Reshape(state, matrix);
}

void WriteStateMatrix(NodeWriter& node, size_t input, const Name& value) {
  const ir::Shape& dims = node.input(input).dims;
  node.WriteState(input, dims.rank() == 2 ? value : node.onnx().Reshape(value, WrittenDims(dims, {})));
}

Name Joined(NodeWriter& node, const std::vector<size_t>& inputs, const std::vector<int64_t>& dims) {
  Emitter& onnx = node.onnx();
  const auto is_stored = [&](size_t input) {
    return node.input(input).is_known() && node.input(input).type == ir::DataType::kFloat32;
  };
  if (!std::ranges::all_of(inputs, is_stored)) {
    std::vector<Name> parts;
    parts.reserve(inputs.size());
    for (const size_t input : inputs) parts.push_back(node.Read(input, {}));
    return onnx.Reshape(onnx.Concat(parts, 0), dims);
  }
  return onnx.Floats(StoredElements<float>(node, inputs), dims);
}

Permutation StepsFirst(bool is_time_major) { return is_time_major ? Permutation() : Permutation{1, 0, 2}; }

std::vector<Name> StepsOf(Emitter& onnx, const Name& sequence, int64_t steps, int64_t axis) {
  std::vector<Name> vectors;
  vectors.reserve(static_cast<size_t>(steps));
  for (int64_t step = 0; step < steps; ++step) {
    vectors.push_back(onnx.Add("Gather", {sequence, onnx.Int(step)}, {{"axis", axis}}));
  }
  return vectors;
}

Name SequenceOf(Emitter& onnx, const std::vector<Name>& steps) {
  std::vector<Name> vectors;
  vectors.reserve(steps.size());
  for (const Name& step : steps) vectors.push_back(onnx.Unsqueeze(step, {0}));
  return onnx.Concat(vectors, 0);
}

void WriteBidirectional(NodeWriter& node, const Name& forward, const Name& backward, bool is_time_major) {
  const Permutation permutation = StepsFirst(is_time_major);
  if (node.output_count() == 1) return node.Write(0, node.onnx().Concat({forward, backward}, 2), permutation);
  node.Write(0, forward, permutation);
  node.Write(1, backward, permutation);
}

}  // namespace litevk::to_onnx
