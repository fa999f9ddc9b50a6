// Claiming of nodes by delegates, and restoring the model's plan.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/interpreter/profile.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

bool AllowsDynamicTensors(const abi::TfLiteDelegate& delegate) {
  return (delegate.flags & abi::kTfLiteDelegateFlagsAllowDynamicTensors) != 0;
}

}  // namespace

abi::TfLiteStatus Subgraph::ApplyDelegate(abi::TfLiteDelegate* delegate) {
  if (delegate == nullptr || delegate->Prepare == nullptr) {
    return Fail("Null delegate.", abi::kTfLiteDelegateError);
  }
  if (const auto status = RedoDelegates(); status != abi::kTfLiteOk) return status;
  const State before = state_;
  if (state_ == State::kImmutable) {
    // A static delegate is already applied: shapes are known and nothing is dynamic.
    state_ = State::kUninvokable;
  } else if (!AllowsDynamicTensors(*delegate)) {
    if (const auto status = CheckStatic(); status != abi::kTfLiteOk) return status;
  }
  if (delegates_.empty()) {
    original_plan_ = plan_;
    original_inputs_.clear();
    for (size_t index = 0; index < own_nodes_; ++index) {
      original_inputs_.push_back(ToVector(nodes_[index]->node.inputs));
    }
  }
  if (const auto status = RestoreUnlessOk(Claim(delegate)); status != abi::kTfLiteOk) return status;
  if (const auto status = Settle(delegate, before); status != abi::kTfLiteOk) return status;
  delegates_.push_back(delegate);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::CheckStatic() {
  int end = 0;
  if (const auto status = PrepareNodes(plan_, 0, &end); status != abi::kTfLiteOk) return status;
  if (!has_dynamic_tensors_) return abi::kTfLiteOk;
  if (const auto status = Reallocate(); status != abi::kTfLiteOk) return status;
  return Fail(
      "Attempting to use a delegate that only supports static-sized tensors with a graph that has "
      "dynamic-sized tensors (tensor#" +
          std::to_string(dynamic_tensor_) + " is a dynamic-sized tensor).",
      abi::kTfLiteApplicationError);
}

abi::TfLiteStatus Subgraph::Claim(abi::TfLiteDelegate* delegate) {
  const int calls = delegate_calls_;
  EnterDelegate();
  const abi::TfLiteStatus status = delegate->Prepare(&context_, delegate);
  // A delegate may acquire its own context and not release it.
  while (delegate_calls_ > calls) LeaveDelegate();
  return status;
}

// Makes the subgraph as invokable as it was before the delegate.
abi::TfLiteStatus Subgraph::Settle(abi::TfLiteDelegate* delegate, State state_before) {
  if (!AllowsDynamicTensors(*delegate)) {
    if (const auto status = RestoreUnlessOk(Reallocate()); status != abi::kTfLiteOk) return status;
    state_ = State::kImmutable;
    return abi::kTfLiteOk;
  }
  if (state_before == State::kInvokable) return RestoreUnlessOk(Reallocate());
  if (state_before != State::kImmutable) return abi::kTfLiteOk;
  int end = 0;
  if (const auto status = RestoreUnlessOk(PrepareNodes(plan_, 0, &end)); status != abi::kTfLiteOk) {
    return status;
  }
  if (has_dynamic_tensors_) {
    if (const auto status = RemoveDelegates(); status != abi::kTfLiteOk) return status;
    return Fail(
        "Cannot allow dynamic tensors due to previous delegation, resetting to original execution plan.",
        abi::kTfLiteApplicationError);
  }
  if (const auto status = RestoreUnlessOk(Reallocate()); status != abi::kTfLiteOk) return status;
  state_ = State::kImmutable;
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::RestoreUnlessOk(abi::TfLiteStatus status) {
  if (status == abi::kTfLiteOk) return status;
  if (const auto removed = RemoveDelegates(); removed != abi::kTfLiteOk) return removed;
  return Fail("Restored original execution plan after delegate application failure.",
              abi::kTfLiteDelegateError);
}

abi::TfLiteStatus Subgraph::RemoveDelegates() {
  if (original_plan_.empty() && delegates_.empty()) return abi::kTfLiteOk;
  UndoDelegates();
  delegates_.clear();
  are_delegates_undone_ = false;
  return Reallocate();
}

void Subgraph::UndoDelegates() {
  if (original_plan_.empty()) return;
  FreeNodes(own_nodes_);
  owner_.profile().Forget(index_, static_cast<int>(own_nodes_));
  plan_ = std::exchange(original_plan_, {});
  for (size_t index = 0; index < own_nodes_; ++index) {
    // A delegate may have changed the nodes' inputs.
    IntArray inputs = MakeIntArray(original_inputs_[index]);
    if (inputs != nullptr) std::free(std::exchange(nodes_[index]->node.inputs, inputs.release()));
  }
  for (abi::TfLiteTensor& tensor : tensors_) {
    FreeBufferHandle(tensor);
    tensor.delegate = nullptr;
    tensor.data_is_stale = false;
  }
  state_ = State::kUninvokable;
  are_delegates_undone_ = true;
}

abi::TfLiteStatus Subgraph::RedoDelegates() {
  if (!are_delegates_undone_) return abi::kTfLiteOk;
  are_delegates_undone_ = false;
  for (abi::TfLiteDelegate* delegate : std::exchange(delegates_, {})) {
    if (const auto status = ApplyDelegate(delegate); status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::Reallocate() {
  state_ = State::kUninvokable;
  return Allocate();
}

Result<std::vector<NodeGroup>> Subgraph::Partition(std::span<const int> nodes) {
  std::vector<bool> is_claimed(nodes_.size(), false);
  for (const int index : nodes) {
    if (index < 0 || index >= node_count()) {
      return InvalidArgument("a delegate claims node " + std::to_string(index) + " of " +
                             std::to_string(node_count()));
    }
    is_claimed[static_cast<size_t>(index)] = true;
  }
  GroupInputs graph = {.tensor_count = tensor_count(),
                       .outputs = outputs_,
                       .one_node_each = owner_.options().preserve_all_tensors};
  for (const int index : plan_) {
    graph.plan.push_back({index, &node(index), is_claimed[static_cast<size_t>(index)]});
  }
  return GroupNodes(graph);
}

abi::TfLiteStatus Subgraph::Replace(const abi::TfLiteRegistration& kernel, std::span<const int> nodes,
                                    abi::TfLiteDelegate* delegate) {
  if (nodes.empty()) return abi::kTfLiteOk;
  const Result<std::vector<NodeGroup>> groups = Partition(nodes);
  if (!groups.ok()) return Fail(groups.status().message());
  const std::vector<int> plan_before = std::exchange(plan_, {});
  for (const NodeGroup& group : *groups) {
    if (!group.is_claimed) {
      plan_.insert(plan_.end(), group.nodes.begin(), group.nodes.end());
      continue;
    }
    if (const auto status = AddKernel(kernel, group, delegate); status != abi::kTfLiteOk) {
      plan_ = plan_before;
      return status;
    }
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::AddKernel(const abi::TfLiteRegistration& kernel, const NodeGroup& group,
                                      abi::TfLiteDelegate* delegate) {
  auto record = std::make_unique<NodeRecord>(kernel, group.inputs, group.outputs, std::vector<int>());
  record->registration.builtin_code = abi::kTfLiteBuiltinDelegate;
  record->partition = std::make_unique<DelegateParams>(group, delegate);
  record->node.builtin_data = &record->partition->params;
  const Status status = AddNode(std::move(record), {});
  if (!status.ok()) return Fail(status.message());
  nodes_.back()->node.delegate = delegate;
  for (const int id : group.outputs) {
    abi::TfLiteTensor& output = tensor(id);
    if (output.delegate != nullptr && output.delegate != delegate) {
      return Fail("tensor " + std::to_string(id) + " belongs to another delegate");
    }
    output.delegate = delegate;
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::PreviewPartitions(std::span<const int> nodes,
                                              abi::TfLiteDelegateParams** partitions, int* count) {
  preview_.clear();
  preview_params_.clear();
  *partitions = nullptr;
  *count = 0;
  if (nodes.empty()) return abi::kTfLiteOk;
  const Result<std::vector<NodeGroup>> groups = Partition(nodes);
  if (!groups.ok()) return Fail(groups.status().message());
  for (const NodeGroup& group : *groups) {
    if (!group.is_claimed) continue;
    preview_.push_back(std::make_unique<DelegateParams>(group, nullptr));
    preview_params_.push_back(preview_.back()->params);
  }
  *partitions = preview_params_.data();
  *count = static_cast<int>(preview_params_.size());
  return abi::kTfLiteOk;
}

abi::TfLiteIntArray* Subgraph::CopyPlan() {
  plan_copy_ = MakeIntArray(plan_);
  return plan_copy_.get();
}

void Subgraph::EnterDelegate() {
  if (delegate_calls_++ == 0) AllowDelegateCallbacks(context_);
}

void Subgraph::LeaveDelegate() {
  if (delegate_calls_ == 0) return;
  --delegate_calls_;
  if (delegate_calls_ > 0) return;
  ForbidDelegateCallbacks(context_);
  preview_.clear();
  preview_params_.clear();
}

}  // namespace litevk
