// Builds small ir::Graphs for tests of fusion and lowering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <numeric>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

class GraphBuilder {
 public:
  ir::TensorId Runtime(ir::Shape dims, ir::DataType type = ir::DataType::kFloat32) {
    graph_.tensors.push_back({.type = type, .dims = std::move(dims)});
    return static_cast<ir::TensorId>(graph_.tensors.size()) - 1;
  }

  ir::TensorId Floats(ir::Shape dims, std::vector<float> values) {
    return Stored(ir::DataType::kFloat32, std::move(dims), values.data(), values.size() * sizeof(float));
  }

  ir::TensorId Ints(ir::Shape dims, std::vector<int> values) {
    return Stored(ir::DataType::kInt32, std::move(dims), values.data(), values.size() * sizeof(int));
  }

  ir::TensorId Int8s(ir::Shape dims, std::vector<int8_t> values) {
    return Stored(ir::DataType::kInt8, std::move(dims), values.data(), values.size());
  }

  void Quantize(ir::TensorId id, ir::Quantization quantization) {
    graph_.tensor(id).quantization = std::move(quantization);
  }

  // Returns the node's output.
  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape output, ir::Params params = {},
                    ir::DataType type = ir::DataType::kFloat32) {
    const ir::TensorId out = Runtime(std::move(output), type);
    graph_.nodes.push_back({.index = static_cast<int>(graph_.nodes.size()),
                            .op_code = op_code,
                            .inputs = std::move(inputs),
                            .outputs = {out},
                            .params = params});
    return out;
  }

  ir::TensorId Conv(ir::TensorId input, ir::Shape output, int filter_size = 1,
                    int activation = abi::kTfLiteActNone, int padding = abi::kTfLitePaddingSame,
                    int groups = 1) {
    const int in_channels = graph_.tensor(input).dims.channels() / groups;
    const int out_channels = output.channels();
    const ir::TensorId filter = Floats(
        {out_channels, filter_size, filter_size, in_channels},
        std::vector<float>(static_cast<size_t>(out_channels * filter_size * filter_size * in_channels)));
    const abi::TfLiteConvParams params = {padding, 1, 1, activation, 1, 1};
    return Node(abi::kTfLiteBuiltinConv2d, {input, filter, ir::kAbsent}, std::move(output),
                ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Add(ir::TensorId a, ir::TensorId b, ir::Shape output) {
    const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
    return Node(abi::kTfLiteBuiltinAdd, {a, b}, std::move(output), ir::Params(&params, sizeof(params)));
  }

  const ir::Graph& graph() const { return graph_; }

  std::vector<int> AllPositions() const {
    std::vector<int> positions(graph_.nodes.size());
    std::iota(positions.begin(), positions.end(), 0);
    return positions;
  }

 private:
  ir::TensorId Stored(ir::DataType type, ir::Shape dims, const void* values, size_t bytes) {
    auto& storage = storage_.emplace_back(bytes);
    std::memcpy(storage.data(), values, bytes);
    graph_.tensors.push_back(
        {.type = type, .dims = std::move(dims), .constness = ir::Constness::kStored, .data = storage});
    return static_cast<ir::TensorId>(graph_.tensors.size()) - 1;
  }

  ir::Graph graph_;
  std::deque<std::vector<std::byte>> storage_;
};

}  // namespace litevk
