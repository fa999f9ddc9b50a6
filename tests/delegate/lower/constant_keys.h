// Graphs in which constants differ in one property that a key (gpu::Constant::key) must contain.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {

class ConstantKeysTest : public ::testing::Test {
 protected:
  // Lowers the graph, as a plan of its partition. Expects a constant with the key of an earlier one, of this
  // plan or another, to have its bytes.
  LoweredPartition Check(const GraphBuilder& builder, const Choices& choices = {}) {
    const ir::Graph& graph = builder.graph();
    LoweredPartition lowered = Lower(test::Judged(graph), builder.AllPositions(), InputsOf(graph),
                                     OutputsOf(graph), {.choices = &choices});
    for (const gpu::Constant& constant : lowered.graph.constants) Check(lowered.graph, constant);
    for (const gpu::Constant& constant : lowered.graph.repeated_constants) Check(lowered.graph, constant);
    return lowered;
  }

  // Lowers the graph with every alternative that a tuner may choose for one of its nodes.
  void CheckEveryConfig(const GraphBuilder& builder) {
    for (const ChoicePoint& point : Check(builder).choice_points) {
      for (const std::string& name : point.alternatives) Check(builder, {{point.key, name}});
    }
  }

  // Returns bytes of which no two neighbours are equal.
  static std::vector<int8_t> Bytes(size_t count, int first = 3) {
    std::vector<int8_t> bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<int8_t>((static_cast<int>(i) + first) * 37);
    return bytes;
  }
  static std::vector<float> Values(size_t count, float first = 1) {
    std::vector<float> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = first + static_cast<float>(i);
    return values;
  }

  // Gives the tensor a scale and a zero point.
  ir::TensorId Scaled(ir::TensorId id, float scale, int64_t zero_point = 0) {
    build_.Quantize(id, {{scale}, {static_cast<int>(zero_point)}, 0});
    return id;
  }
  ir::TensorId Image(ir::Shape dims, ir::DataType type = ir::DataType::kInt8) {
    return Scaled(build_.Runtime(std::move(dims), type), 0.25F, 5);
  }

  GraphBuilder build_;

 private:
  // Returns the tensors that no node makes and no file stores.
  static std::vector<ir::TensorId> InputsOf(const ir::Graph& graph) {
    std::vector<ir::TensorId> inputs;
    for (size_t i = 0; i < graph.tensors.size(); ++i) {
      const auto id = static_cast<ir::TensorId>(i);
      const auto makes = [id](const ir::Node& node) { return node.outputs[0] == id; };
      if (graph.tensors[i].is_of_run() && std::ranges::none_of(graph.nodes, makes)) inputs.push_back(id);
    }
    return inputs;
  }

  // Returns the results that no node reads.
  static std::vector<ir::TensorId> OutputsOf(const ir::Graph& graph) {
    std::vector<ir::TensorId> outputs;
    for (const ir::Node& node : graph.nodes) {
      const auto reads = [&](const ir::Node& other) {
        return std::ranges::find(other.inputs, node.outputs[0]) != other.inputs.end();
      };
      if (std::ranges::none_of(graph.nodes, reads)) outputs.push_back(node.outputs[0]);
    }
    return outputs;
  }

  void Check(const gpu::Graph& graph, const gpu::Constant& constant) {
    if (constant.key.empty()) return;
    std::vector<std::byte> bytes(graph.tensors[static_cast<size_t>(constant.tensor)].bytes);
    ASSERT_TRUE(constant.write(bytes).ok()) << constant.key;
    const auto [known, is_new] = known_.try_emplace({constant.key, bytes.size()}, bytes);
    EXPECT_TRUE(is_new || known->second == bytes) << "two of " << constant.key;
  }

  std::map<std::pair<std::string, size_t>, std::vector<std::byte>> known_;
};

}  // namespace litevk
