// Runs single nodes on their reference kernels, as constant folding does.
#include "runtime/opset/run_node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {
namespace {

using ::testing::ElementsAre;

template <typename T>
ir::Tensor StoredTensor(ir::DataType type, ir::Shape dims, const std::vector<T>& values) {
  ir::Tensor tensor;
  tensor.type = type;
  tensor.dims = std::move(dims);
  tensor.constness = ir::Constness::kStored;
  tensor.data = std::as_bytes(std::span(values));
  return tensor;
}

TEST(RunNode, PacksTheStringsOfAnOutput) {
  const std::vector<int> dims = {2, 1};
  const std::vector<std::byte> word = PackStrings(std::vector<std::string>{"jzlll"});
  ir::Graph graph;
  graph.tensors = {StoredTensor(ir::DataType::kInt32, {2}, dims),
                   StoredTensor(ir::DataType::kString, {}, word), ir::Tensor{}};
  graph.tensors[2].type = ir::DataType::kString;
  ir::Node node;
  node.op_code = abi::kTfLiteBuiltinFill;
  node.inputs = {0, 1};
  node.outputs = {2};
  const auto find = [&](ir::TensorId id) -> Result<ConstView> {
    return ConstView{&graph.tensor(id), graph.tensor(id).data};
  };
  const auto outputs = RunNode(graph, node, find);
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  const auto strings = UnpackStrings(outputs->front().bytes);
  ASSERT_TRUE(strings.ok()) << strings.status().message();
  EXPECT_THAT(*strings, ElementsAre("jzlll", "jzlll"));
}

}  // namespace
}  // namespace litevk::ref
