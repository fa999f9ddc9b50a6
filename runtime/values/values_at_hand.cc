#include "runtime/values/values_at_hand.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include "runtime/opset/op_info.h"
#include "runtime/values/computing_nodes.h"
#include "runtime/values/fold.h"

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
  if (!values_.contains(id)) {
    const auto is_missing = [this](const ir::Node& /*reader*/, ir::TensorId input) {
      return graph_.tensor(input).is_planned() && !values_.contains(input);
    };
    for (const int position : ComputingNodes(graph_, {&id, 1}, is_missing)) {
      Compute(graph_.nodes[static_cast<size_t>(position)]);
    }
  }
  const auto& found = values_[id];
  return found != nullptr ? &found->tensor : nullptr;
}

// Computes the outputs of a node. The planned tensors that it reads must be computed already.
void ValuesAtHand::Compute(const ir::Node& node) {
  for (const ir::TensorId id : node.outputs) values_[id] = nullptr;
  const OpInfo& info = *FindOpInfo(node);
  const Status unknown = NeedsValues("a value that it reads is not known");
  std::deque<KnownValue> values;  // a deque, whose elements never move
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    const ir::Tensor& tensor = *Operands({&id, 1}).front();
    if (tensor.dims.has_unknown() && !info.reads_only_rank) return unknown;
    if (tensor.is_planned() && !info.reads_only_dims) return unknown;
    if (!tensor.is_known()) return ref::ConstView{&tensor, {}};
    if (tensor.constness == ir::Constness::kStored) {
      return ref::ConstView{&tensor, values.emplace_back(StoredValue(tensor)).bytes()};
    }
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph_, id));
    return ref::ConstView{&tensor, values.emplace_back(std::move(value)).bytes()};
  };
  auto outputs = ref::RunNode(graph_, node, find);
  if (!outputs.ok()) return;
  for (size_t i = 0; i < outputs->size(); ++i) {
    auto value = std::make_unique<ref::ComputedTensor>(std::move((*outputs)[i]));
    value->tensor.data = value->bytes;
    value->tensor.constness = ir::Constness::kStored;
    values_[node.outputs[i]] = std::move(value);
  }
}

}  // namespace litevk
