#include "runtime/opset/op_signature.h"

namespace litevk {
namespace {

std::vector<const schema::Tensor*> TensorsOf(const flatbuffers::Vector<int32_t>* indices,
                                             const schema::SubGraph& subgraph) {
  std::vector<const schema::Tensor*> tensors;
  if (indices == nullptr) return tensors;
  for (const int32_t index : *indices) {
    const bool is_absent = index < 0;
    tensors.push_back(is_absent ? nullptr : subgraph.tensors()->Get(static_cast<uint32_t>(index)));
  }
  return tensors;
}

}  // namespace

OpSignature::OpSignature(int op_code, const schema::Operator& op, const schema::SubGraph& subgraph)
    : op_code_(op_code),
      op_(&op),
      inputs_(TensorsOf(op.inputs(), subgraph)),
      outputs_(TensorsOf(op.outputs(), subgraph)) {}

std::vector<int> OpSignature::input_dims(size_t index) const { return DimsOf(input(index)); }

std::vector<float> ScalesOf(const schema::Tensor* tensor) {
  if (tensor == nullptr || tensor->quantization() == nullptr) return {};
  const auto* scales = tensor->quantization()->scale();
  if (scales == nullptr) return {};
  return {scales->begin(), scales->end()};
}

std::vector<int> DimsOf(const schema::Tensor* tensor) {
  if (tensor == nullptr || tensor->shape() == nullptr) return {};
  return {tensor->shape()->begin(), tensor->shape()->end()};
}

bool HasScalePerSlice(const schema::Tensor* tensor, size_t axis) {
  const std::vector<int> dims = DimsOf(tensor);
  const size_t scales = ScalesOf(tensor).size();
  return axis < dims.size() && scales > 0 && dims[axis] == static_cast<int>(scales);
}

}  // namespace litevk
