#include "runtime/interpreter/random_node.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "runtime/interpreter/subgraph_call.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

Result<ir::Shape> ReadShape(const abi::TfLiteTensor& tensor) {
  const auto* dims = static_cast<const int32_t*>(tensor.data.data);
  const int count = ImportShape(tensor)[0];
  ir::Shape shape(std::vector<int>(dims, dims + count));
  for (const int dim : shape.dims()) {
    if (dim < 0) return InvalidArgument("the shape is " + shape.ToString() + ", expected dims of 0 or more");
  }
  return shape;
}

Status Resize(Subgraph& subgraph, const abi::TfLiteNode& node) {
  LITEVK_ASSIGN_OR_RETURN(const ir::Shape dims, ReadShape(subgraph.tensor(Values(node.inputs)[0])));
  if (ResizeOutputs(subgraph, Values(node.outputs), {&dims, 1}) == abi::kTfLiteOk) return {};
  return Internal("the output cannot be resized to " + dims.ToString());
}

Status CheckFloats(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  const std::span<const int> outputs = Values(node.outputs);
  if (inputs.size() != 1 || outputs.size() != 1 || inputs[0] < 0 || outputs[0] < 0) {
    return InvalidArgument("expected one input and one output");
  }
  const abi::TfLiteTensor& shape = subgraph.tensor(inputs[0]);
  if (shape.type != abi::kTfLiteInt32 || ImportShape(shape).rank() != 1) {
    return InvalidArgument("the shape is no vector of int32");
  }
  if (subgraph.tensor(outputs[0]).type == abi::kTfLiteFloat32) return {};
  return Unsupported("the output is not float32");
}

}  // namespace

void RandomNode::Seed() {
  auto seed = static_cast<uint64_t>(params_.seed);
  auto seed2 = static_cast<uint64_t>(params_.seed2);
  if (seed == 0 && seed2 == 0) {
    std::random_device device;
    std::uniform_int_distribution<uint64_t> any;
    seed = any(device);
    seed2 = any(device);
  }
  generator_ = Philox(seed, seed2);
}

bool IsConstant(const abi::TfLiteTensor& tensor) {
  return tensor.allocation_type == abi::kTfLiteMmapRo || tensor.allocation_type == abi::kTfLitePersistentRo;
}

Status PrepareFloats(Subgraph& subgraph, const abi::TfLiteNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckFloats(subgraph, node));
  static_cast<RandomNode*>(node.user_data)->Seed();
  if (IsConstant(subgraph.tensor(Values(node.inputs)[0]))) return Resize(subgraph, node);
  MakeDynamic(subgraph, Values(node.outputs));
  return {};
}

Status DrawFloats(Subgraph& subgraph, const abi::TfLiteNode& node,
                  const std::function<std::array<float, 4>(const PhiloxNumbers&)>& draw) {
  const int id = Values(node.outputs)[0];
  if (subgraph.tensor(id).allocation_type == abi::kTfLiteDynamic) {
    LITEVK_RETURN_IF_ERROR(Resize(subgraph, node));
  }
  const abi::TfLiteTensor& output = subgraph.tensor(id);
  std::span<float> values(output.data.f, output.bytes / sizeof(float));
  Philox& generator = static_cast<RandomNode*>(node.user_data)->generator();
  while (!values.empty()) {
    const std::array<float, 4> drawn = draw(generator.Next());
    const size_t count = std::min(values.size(), drawn.size());
    std::copy_n(drawn.begin(), count, values.begin());
    values = values.subspan(count);
  }
  return {};
}

}  // namespace litevk
