#include "kernels_cpu/registration/fused_node.h"

#include <algorithm>
#include <span>

#include "runtime/interpreter/subgraph.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/inplace_op.h"

namespace litevk::cpu {
namespace {

bool ShareMemory(const abi::TfLiteTensor& first, const abi::TfLiteTensor& second) {
  const auto is_in_arena = [](const abi::TfLiteTensor& tensor) {
    return tensor.allocation_type == abi::kTfLiteArenaRw && tensor.data.data != nullptr;
  };
  return is_in_arena(first) && is_in_arena(second) && first.data.data == second.data.data;
}

// Nodes in the order of the plan, from a layer on.
class PlanFrom {
 public:
  PlanFrom(Subgraph& subgraph, const abi::TfLiteNode& layer) : subgraph_(subgraph) {
    const auto is_layer = [&](int index) { return &subgraph_.node(index) == &layer; };
    const auto first = std::ranges::find_if(subgraph_.plan(), is_layer);
    nodes_ = {first, subgraph_.plan().end()};
  }

  // A delegate may run a node that it has taken out of the plan.
  bool has_layer() const { return !nodes_.empty(); }
  int layer() const { return nodes_.front(); }

  // Returns the only node that reads the tensor, and reads it once; -1 if there is no such node. The tensor
  // is written by one of these nodes, so that no node before them reads it.
  int OnlyReader(int tensor) const {
    int reader = -1;
    for (const int index : nodes_) {
      const auto reads = std::ranges::count(Values(subgraph_.node(index).inputs), tensor);
      if (reads == 0) continue;
      if (reads > 1 || reader >= 0) return -1;
      reader = index;
    }
    return reader;
  }

  bool Write(int tensor) const {
    return std::ranges::any_of(nodes_, [&](int index) {
      return std::ranges::count(Values(subgraph_.node(index).outputs), tensor) > 0;
    });
  }

 private:
  Subgraph& subgraph_;
  std::span<const int> nodes_;
};

// True if the operands of a node besides `tensor` have their values when the plan's first node runs.
bool AreOthersWritten(const abi::TfLiteContext& context, const PlanFrom& plan, const abi::TfLiteNode& node,
                      int tensor) {
  return std::ranges::all_of(Values(node.inputs), [&](int id) {
    return id < 0 || id == tensor || (!context.tensors[id].is_variable && !plan.Write(id));
  });
}

}  // namespace

abi::TfLiteNode* FindFusedNode(const abi::TfLiteContext& context, const abi::TfLiteNode& layer) {
  Subgraph& subgraph = SubgraphOf(&context);
  const PlanFrom plan(subgraph, layer);
  if (!plan.has_layer()) return nullptr;
  const auto invoke = subgraph.registration(plan.layer()).invoke;
  for (int tensor = layer.outputs->data[0];;) {
    const int reader = plan.OnlyReader(tensor);
    if (reader < 0 || subgraph.registration(reader).invoke != invoke) return nullptr;
    abi::TfLiteNode& node = subgraph.node(reader);
    const std::span<const int> outputs = Values(node.outputs);
    if (outputs.size() != 1 || outputs[0] == tensor) return nullptr;
    if (!ShareMemory(context.tensors[tensor], context.tensors[outputs[0]])) return nullptr;
    const uint64_t inplace = subgraph.registration(reader).inplace_operator;
    if ((inplace & abi::kTfLiteInplaceOpDataUnmodified) == 0) {
      return AreOthersWritten(context, plan, node, tensor) ? &node : nullptr;
    }
    tensor = outputs[0];
  }
}

}  // namespace litevk::cpu
