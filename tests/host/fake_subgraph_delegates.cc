// The part of FakeSubgraph that applies and removes delegates.
#include <algorithm>
#include <utility>

#include "tests/host/fake_interpreter.h"
#include "tests/host/fake_subgraph.h"
#include "tests/host/node_groups.h"

namespace litevk::test {

void FakeSubgraph::AllowDelegateCalls() {
  context_.GetExecutionPlan = [](abi::TfLiteContext* context, abi::TfLiteIntArray** plan) {
    FakeSubgraph& self = From(context);
    self.plan_copy_ = MakeIntArray(self.plan_);  // the array of the last call is freed here
    *plan = self.plan_copy_.get();
    return abi::kTfLiteOk;
  };
  context_.GetNodeAndRegistration = [](abi::TfLiteContext* context, int index, abi::TfLiteNode** node,
                                       abi::TfLiteRegistration** registration) {
    *node = &From(context).node(index);
    *registration = &From(context).registration(index);
    return abi::kTfLiteOk;
  };
  context_.ReplaceNodeSubsetsWithDelegateKernels =
      [](abi::TfLiteContext* context, abi::PaddedRegistration registration, const abi::TfLiteIntArray* nodes,
         abi::TfLiteDelegate* delegate) {
        return From(context).Replace(registration, ToVector(nodes), delegate);
      };
  context_.AcquireSubgraphContext = [](abi::TfLiteContext* context, int index,
                                       abi::TfLiteContext** acquired) {
    FakeInterpreter& interpreter = From(context).interpreter_;
    if (index < 0 || index >= interpreter.subgraph_count()) return abi::kTfLiteError;
    interpreter.subgraph(index).AllowDelegateCalls();
    *acquired = interpreter.subgraph(index).context();
    return abi::kTfLiteOk;
  };
  context_.ReleaseSubgraphContext = [](abi::TfLiteContext* context, int index) {
    From(context).interpreter_.subgraph(index).ForbidDelegateCalls();
    return abi::kTfLiteOk;
  };
}

void FakeSubgraph::ForbidDelegateCalls() {
  const auto refuse = [](abi::TfLiteContext* context) {
    From(context).interpreter_.CountForbiddenCall();
    From(context).interpreter_.AddError("The function is forbidden if not calling in delegate.");
    return abi::kTfLiteError;
  };
  static const auto kRefuse = refuse;
  context_.GetExecutionPlan = [](abi::TfLiteContext* context, abi::TfLiteIntArray**) {
    return kRefuse(context);
  };
  context_.GetNodeAndRegistration = [](abi::TfLiteContext* context, int, abi::TfLiteNode**,
                                       abi::TfLiteRegistration**) { return kRefuse(context); };
  context_.ReplaceNodeSubsetsWithDelegateKernels = [](abi::TfLiteContext* context, abi::PaddedRegistration,
                                                      const abi::TfLiteIntArray*,
                                                      abi::TfLiteDelegate*) { return kRefuse(context); };
  context_.AcquireSubgraphContext = [](abi::TfLiteContext* context, int, abi::TfLiteContext**) {
    return kRefuse(context);
  };
  context_.ReleaseSubgraphContext = [](abi::TfLiteContext* context, int) { return kRefuse(context); };
}

int FakeSubgraph::DelegateNodes() const {
  return static_cast<int>(std::ranges::count_if(
      plan_, [&](int index) { return index >= static_cast<int>(model_.graph.nodes.size()); }));
}

std::vector<NodeGroup> FakeSubgraph::Preview(const std::vector<int>& nodes) const {
  std::vector<NodeGroup> claimed;
  for (NodeGroup& group : GroupByEpochs(model_, nodes)) {
    if (group.is_claimed) claimed.push_back(std::move(group));
  }
  return claimed;
}

abi::TfLiteStatus FakeSubgraph::Apply(abi::TfLiteDelegate* delegate) {
  AllowDelegateCalls();
  const abi::TfLiteStatus status = delegate->Prepare(&context_, delegate);
  ForbidDelegateCalls();
  return status;
}

abi::TfLiteStatus FakeSubgraph::Replace(const abi::PaddedRegistration& registration,
                                        const std::vector<int>& nodes, abi::TfLiteDelegate* delegate) {
  received_ = registration;
  plan_.clear();
  for (const NodeGroup& group : GroupByEpochs(model_, nodes)) {
    if (!group.is_claimed) {
      plan_.insert(plan_.end(), group.nodes.begin(), group.nodes.end());
    } else if (!one_node_per_partition_) {
      AddDelegateNode(group, registration, delegate);
    } else {
      for (const int index : group.nodes) {
        const ir::Node& node = model_.graph.nodes[static_cast<size_t>(index)];
        AddDelegateNode({true, {index}, node.inputs, node.outputs}, registration, delegate);
      }
    }
  }
  return abi::kTfLiteOk;
}

void FakeSubgraph::AddDelegateNode(const NodeGroup& group, const abi::PaddedRegistration& registration,
                                   abi::TfLiteDelegate* delegate) {
  auto record = std::make_unique<NodeRecord>();
  record->registration = registration;
  record->inputs = MakeIntArray(group.inputs);
  record->outputs = MakeIntArray(group.outputs);
  record->replaced = MakeIntArray(group.nodes);
  record->params = {delegate, record->replaced.get(), record->inputs.get(), record->outputs.get()};
  record->node.inputs = record->inputs.get();
  record->node.outputs = record->outputs.get();
  record->node.delegate = delegate;
  for (const int id : group.outputs) tensor(id).delegate = delegate;
  const auto* buffer = reinterpret_cast<const char*>(&record->params);
  record->node.user_data = registration.init(&context_, buffer, 0);
  plan_.push_back(static_cast<int>(nodes_.size()));
  nodes_.push_back(std::move(record));
}

void FakeSubgraph::RemoveDelegates() {
  const size_t own = model_.graph.nodes.size();
  for (size_t i = own; i < nodes_.size(); ++i) {
    nodes_[i]->registration.free(&context_, nodes_[i]->node.user_data);
  }
  nodes_.resize(own);
  plan_.clear();
  for (size_t i = 0; i < own; ++i) plan_.push_back(static_cast<int>(i));
  for (abi::TfLiteTensor& tensor : tensors_) {
    if (tensor.buffer_handle != abi::kTfLiteNullBufferHandle) {
      tensor.delegate->FreeBufferHandle(&context_, tensor.delegate, &tensor.buffer_handle);
    }
    tensor.delegate = nullptr;
    tensor.data_is_stale = false;
  }
}

}  // namespace litevk::test
