#include "delegate/values/values_at_hand.h"

#include <cstddef>
#include <utility>

#include "delegate/values/fold.h"
#include "runtime/opset/op_info.h"

namespace litevk {

std::vector<const ir::Tensor*> ValuesAtHand::Operands(std::span<const ir::TensorId> ids) {
  std::vector<const ir::Tensor*> tensors = ir::TensorsOf(graph_, ids);
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i] == nullptr || !tensors[i]->is_planned()) continue;
    if (const ir::Tensor* value = Find(ids[i]); value != nullptr) tensors[i] = value;
  }
  return tensors;
}

const ir::Tensor* ValuesAtHand::Find(ir::TensorId id) {
  const int producer = producers_[static_cast<size_t>(id)];
  if (producer < 0) return nullptr;
  if (!values_.contains(id)) Compute(graph_.nodes[static_cast<size_t>(producer)]);
  const auto& found = values_[id];
  return found != nullptr ? &found->tensor : nullptr;
}

void ValuesAtHand::Compute(const ir::Node& node) {
  for (const ir::TensorId id : node.outputs) values_[id] = nullptr;
  const OpInfo& info = *FindOpInfo(node);
  const std::vector<const ir::Tensor*> tensors = Operands(node.inputs);
  std::vector<KnownValue> known;
  known.reserve(tensors.size());
  std::vector<ref::ConstView> inputs;
  for (size_t i = 0; i < tensors.size(); ++i) {
    inputs.push_back({tensors[i], {}});
    if (tensors[i] == nullptr) continue;
    if (tensors[i]->dims.has_unknown() && !info.reads_rank_alone) return;
    if (tensors[i]->is_planned() && !info.reads_dims_alone) return;
    if (tensors[i]->constness == ir::Constness::kStored) {
      known.push_back(StoredValue(*tensors[i]));
      inputs.back().bytes = known.back().bytes();
    } else if (tensors[i]->is_known()) {
      auto value = EvaluateKnown(graph_, node.inputs[i]);
      if (!value.ok()) return;
      known.push_back(std::move(*value));
      inputs.back().bytes = known.back().bytes();
    }
  }
  auto outputs = ComputeNode(graph_, node, inputs);
  if (!outputs.ok()) return;
  for (size_t i = 0; i < outputs->size(); ++i) {
    auto value = std::make_unique<ComputedTensor>(std::move((*outputs)[i]));
    value->tensor.data = value->bytes;
    value->tensor.constness = ir::Constness::kStored;
    values_[node.outputs[i]] = std::move(value);
  }
}

}  // namespace litevk
