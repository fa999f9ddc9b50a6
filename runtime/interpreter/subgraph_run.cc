// Preparing, allocating and running of a subgraph's plan.
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/interpreter/lifetimes.h"
#include "runtime/interpreter/overwritten_input.h"
#include "runtime/interpreter/profile.h"
#include "runtime/interpreter/resolve_ops.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

std::string NodeFailure(int index, const abi::TfLiteRegistration& op, const char* what) {
  return "Node number " + std::to_string(index) + " (" + OpName(op) + ") " + what + ".";
}

bool MayLackData(const abi::TfLiteRegistration& op, size_t input, const abi::TfLiteTensor& tensor) {
  const OpInfo* info = FindOpInfo(op.builtin_code);
  return info != nullptr && static_cast<int>(input) == info->input_that_may_lack_data &&
         Values(tensor.dims).size() != 1;
}

}  // namespace

abi::TfLiteStatus Subgraph::Allocate() {
  if (const auto status = RedoDelegates(); status != abi::kTfLiteOk) return status;
  if (state_ != State::kUninvokable && !HasDynamic(inputs_)) return abi::kTfLiteOk;
  next_to_prepare_ = 0;
  next_to_allocate_ = 0;
  next_original_ = 0;
  memory_.Plan(Lifetimes());
  if (const auto status = PrepareNext(); status != abi::kTfLiteOk) return status;
  state_ = State::kInvokable;
  return ResetVariables();
}

std::vector<Lifetime> Subgraph::Lifetimes() {
  LifetimeInputs graph = {.tensor_count = tensor_count(),
                          .inputs = inputs_,
                          .outputs = outputs_,
                          .preserve_all = owner_.options().preserve_all_tensors};
  for (const int index : plan_) graph.plan.push_back(&node(index));
  return FindLifetimes(graph);
}

abi::TfLiteStatus Subgraph::ResetVariables() {
  for (abi::TfLiteTensor& tensor : tensors_) {
    if (!tensor.is_variable || tensor.allocation_type != abi::kTfLiteArenaRwPersistent) continue;
    if (tensor.data.data == nullptr) return Fail("variables have no memory before AllocateTensors");
    const int value = tensor.type == abi::kTfLiteInt8 ? tensor.params.zero_point : 0;
    std::memset(tensor.data.data, value, tensor.bytes);
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::PrepareNode(int index) {
  NodeRecord& record = *nodes_[static_cast<size_t>(index)];
  ReserveTensors();
  abi::TfLiteStatus status = abi::kTfLiteOk;
  if (IsUnresolved(record.registration)) {
    status = Fail(UnresolvedMessage(record.registration), abi::kTfLiteUnresolvedOps);
  } else if (record.registration.prepare != nullptr) {
    status = record.registration.prepare(&context_, &record.node);
  }
  if (status == abi::kTfLiteOk || status == abi::kTfLiteOutputShapeNotKnown) return status;
  return Fail(NodeFailure(index, record.registration, "failed to prepare"), status);
}

abi::TfLiteStatus Subgraph::PrepareNodes(const std::vector<int>& plan, int first, int* end) {
  // An output that is also an input belongs to no node, so no node would make it dynamic.
  if (first == 0) has_dynamic_tensors_ = HasDynamic(outputs_);
  for (*end = first; *end < static_cast<int>(plan.size());) {
    const int index = plan[static_cast<size_t>(*end)];
    const abi::TfLiteStatus status = PrepareNode(index);
    if (status != abi::kTfLiteOk && status != abi::kTfLiteOutputShapeNotKnown) return status;
    ++*end;
    // The next nodes cannot be prepared before the shapes are known.
    if (HasDynamic(Values(node(index).outputs)) || status == abi::kTfLiteOutputShapeNotKnown) {
      has_dynamic_tensors_ = true;
      return abi::kTfLiteOk;
    }
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::PrepareNext() {
  const bool wants_original = std::ranges::any_of(delegates_, [](const abi::TfLiteDelegate* delegate) {
    return (delegate->flags & abi::kTfLiteDelegateFlagsRequirePropagatedShapes) != 0;
  });
  if (wants_original) {
    const auto status = PrepareNodes(original_plan_, next_original_, &next_original_);
    if (status != abi::kTfLiteOk) return status;
  }
  int end = 0;
  if (const auto status = PrepareNodes(plan_, next_to_prepare_, &end); status != abi::kTfLiteOk) {
    return status;
  }
  next_to_prepare_ = end;
  if (const auto status = AllocateMemory(next_to_allocate_, end); status != abi::kTfLiteOk) return status;
  next_to_allocate_ = end;
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::AllocateMemory(int first, int end) {
  const bool preserve_all = owner_.options().preserve_all_tensors;
  for (int position = first; position < end; ++position) {
    const int index = plan_[static_cast<size_t>(position)];
    for (const int id : Values(node(index).temporaries)) {
      memory_.SetLifetime(id, {position, preserve_all ? kForever : position});
    }
    const int input = InputToOverwrite({node(index), registration(index).inplace_operator, position, first},
                                       memory_.lifetimes(), tensors_);
    if (input >= 0) memory_.Share(input, Values(node(index).outputs)[0]);
  }
  // A plan without nodes still has inputs, which live from position 0 on.
  const Status status = memory_.Allocate(first, std::max(first, end - 1), tensors_);
  return status.ok() ? abi::kTfLiteOk : Fail(status.message());
}

abi::TfLiteStatus Subgraph::Invoke() {
  if (state_ == State::kUninvokable)
    return Fail("Invoke called on model that is not ready: allocate its tensors first.");
  for (int position = 0; position < static_cast<int>(plan_.size()); ++position) {
    if (position == next_to_prepare_) {
      if (const auto status = PrepareNext(); status != abi::kTfLiteOk) return status;
    }
    if (const auto status = InvokeAt(position); status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::InvokeAt(int position) {
  const int index = plan_[static_cast<size_t>(position)];
  NodeRecord& record = *nodes_[static_cast<size_t>(index)];
  if (const auto status = MakeInputsReadable(record); status != abi::kTfLiteOk) return status;
  if (owner_.is_cancelled()) {
    return Fail("Client requested cancel during Invoke()", abi::kTfLiteCancelled);
  }
  ReserveTensors();
  was_resized_ = false;
  abi::TfLiteStatus status = abi::kTfLiteError;
  if (record.registration.invoke != nullptr) {
    const ScopedNodeTimer timer(owner_.profile(), index_, index);
    status = record.registration.invoke(&context_, &record.node);
  }
  if (status != abi::kTfLiteOk) {
    const bool is_cancelled = status == abi::kTfLiteCancelled;
    return Fail(NodeFailure(index, record.registration, "failed to invoke"),
                is_cancelled ? abi::kTfLiteCancelled : abi::kTfLiteError);
  }
  if (was_resized_ && HasDynamic(Values(record.node.outputs))) PrepareAgainAfter(position);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Subgraph::MakeInputsReadable(const NodeRecord& record) {
  const std::span<const int> inputs = Values(record.node.inputs);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] < 0) continue;
    const abi::TfLiteTensor& input = tensor(inputs[i]);
    if (input.delegate != nullptr && input.delegate != record.node.delegate && input.data_is_stale) {
      if (const auto status = EnsureReadable(inputs[i]); status != abi::kTfLiteOk) return status;
    }
    if (input.data.data != nullptr || input.bytes == 0 || input.allocation_type == abi::kTfLiteNonCpu ||
        MayLackData(record.registration, i, input)) {
      continue;
    }
    return Fail("Input tensor " + std::to_string(inputs[i]) + " lacks data");
  }
  return abi::kTfLiteOk;
}

void Subgraph::PrepareAgainAfter(int position) {
  next_to_prepare_ = position + 1;
  next_original_ = FirstOriginalAfter(position);
  if (next_to_allocate_ <= next_to_prepare_) return;
  next_to_allocate_ = next_to_prepare_;
  memory_.ForgetAfter(position, tensors_);
}

int Subgraph::FirstOriginalAfter(int position) const {
  std::vector<bool> has_run(own_nodes_, false);
  for (int ran = 0; ran <= position; ++ran) {
    const auto index = static_cast<size_t>(plan_[static_cast<size_t>(ran)]);
    if (index < own_nodes_) has_run[index] = true;
    if (nodes_[index]->partition == nullptr) continue;
    for (const int replaced : Values(nodes_[index]->partition->nodes.get())) {
      if (static_cast<size_t>(replaced) < own_nodes_) has_run[static_cast<size_t>(replaced)] = true;
    }
  }
  const auto first =
      std::ranges::find_if(original_plan_, [&](int index) { return !has_run[static_cast<size_t>(index)]; });
  return static_cast<int>(first - original_plan_.begin());
}

abi::TfLiteStatus Subgraph::EnsureReadable(int id) {
  abi::TfLiteTensor& source = tensor(id);
  if (!source.data_is_stale) return abi::kTfLiteOk;
  abi::TfLiteDelegate* delegate = source.delegate;
  if (delegate == nullptr || delegate->CopyFromBufferHandle == nullptr ||
      source.buffer_handle == abi::kTfLiteNullBufferHandle) {
    return Fail("tensor " + std::to_string(id) + " has its value in a delegate that cannot hand it over");
  }
  const auto status = delegate->CopyFromBufferHandle(&context_, delegate, source.buffer_handle, &source);
  source.data_is_stale = false;
  return status == abi::kTfLiteOk
             ? status
             : Fail("tensor " + std::to_string(id) + " cannot be copied from its delegate", status);
}

void Subgraph::ReleaseMemory() {
  state_ = State::kUninvokable;
  memory_.Release(tensors_);
  for (const std::vector<int>* ids : {&inputs_, &outputs_}) {
    for (const int id : *ids) {
      if (id >= 0 && tensor(id).allocation_type == abi::kTfLiteDynamic) FreeData(tensor(id));
    }
  }
}

}  // namespace litevk
