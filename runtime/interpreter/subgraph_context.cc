// The callbacks of a subgraph's TfLiteContext. Its impl_ points to the Subgraph.
#include <cstdarg>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/interpreter/subgraph.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/tensor_data.h"
#include "runtime/platform/guard.h"
#include "runtime/tflite/interpreter_name.h"

namespace litevk {
namespace {

abi::TfLiteStatus Report(const abi::TfLiteContext* context, const std::string& message) noexcept {
  return Guard([&] { return SubgraphOf(context).Fail(message); },
               [](const char*) { return abi::kTfLiteError; });
}

// Runs `fn` on the context's subgraph. An exception becomes an error.
template <typename Fn>
abi::TfLiteStatus Run(const abi::TfLiteContext* context, Fn&& fn) noexcept {
  return Guard([&] { return fn(SubgraphOf(context)); },
               [&](const char* message) { return Report(context, message); });
}

abi::TfLiteStatus ResizeTensorOf(abi::TfLiteContext* context, abi::TfLiteTensor* tensor,
                                 abi::TfLiteIntArray* new_size) {
  return Run(context, [&](Subgraph& subgraph) { return subgraph.ResizeTensor(*tensor, IntArray(new_size)); });
}

std::string Format(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length <= 0) return "";
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  text.pop_back();
  return text;
}

void ReportError(abi::TfLiteContext* context, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Run(context, [&](Subgraph& subgraph) { return subgraph.Fail(Format(format, arguments)); });
  va_end(arguments);
}

abi::TfLiteStatus AddTensorsTo(abi::TfLiteContext* context, int tensors_to_add, int* first_new_tensor_index) {
  return Run(context, [&](Subgraph& subgraph) {
    if (tensors_to_add < 0) return subgraph.Fail("cannot add " + std::to_string(tensors_to_add) + " tensors");
    const int first = subgraph.AddTensors(tensors_to_add);
    if (first_new_tensor_index != nullptr) *first_new_tensor_index = first;
    return abi::kTfLiteOk;
  });
}

void* GetExternalContext(abi::TfLiteContext* context, int type) {
  void** slot = SubgraphOf(context).owner().external_context(type);
  return slot == nullptr ? nullptr : *slot;
}

void SetExternalContext(abi::TfLiteContext* context, int type, void* external_context) {
  void** slot = SubgraphOf(context).owner().external_context(type);
  if (slot != nullptr) *slot = external_context;
}

abi::TfLiteStatus GetModelMetadata(const abi::TfLiteContext* context, const char* name, const char** pointer,
                                   size_t* bytes) {
  return Run(context, [&](Subgraph& subgraph) {
    if (pointer == nullptr || bytes == nullptr) return subgraph.Fail("GetModelMetadata without a result");
    *pointer = nullptr;
    *bytes = 0;
    if (name == std::string_view(abi::kInterpreterName)) {
      *pointer = abi::kInterpreterName;
      return abi::kTfLiteOk;
    }
    const auto found = subgraph.owner().model().Metadata(name);
    if (!found.has_value()) return abi::kTfLiteError;
    *pointer = reinterpret_cast<const char*>(found->data());
    *bytes = found->size();
    return abi::kTfLiteOk;
  });
}

// ---- In a delegate's Prepare ----

abi::TfLiteStatus GetExecutionPlan(abi::TfLiteContext* context, abi::TfLiteIntArray** plan) {
  return Run(context, [&](Subgraph& subgraph) {
    *plan = subgraph.CopyPlan();
    return *plan == nullptr ? subgraph.Fail("no memory for a plan") : abi::kTfLiteOk;
  });
}

abi::TfLiteStatus GetNodeAndRegistration(abi::TfLiteContext* context, int index, abi::TfLiteNode** node,
                                         abi::TfLiteRegistration** registration) {
  return Run(context, [&](Subgraph& subgraph) {
    if (index < 0 || index >= subgraph.node_count() || node == nullptr || registration == nullptr) {
      return subgraph.Fail("there is no node " + std::to_string(index) + " among " +
                           std::to_string(subgraph.node_count()));
    }
    *node = &subgraph.node(index);
    *registration = &subgraph.registration(index);
    return abi::kTfLiteOk;
  });
}

// Delegates built for other runtimes pass a registration without the spare words, so nothing behind its
// TfLiteRegistration may be read. AddressSanitizer would copy the whole argument.
[[gnu::no_sanitize_address]] abi::TfLiteStatus ReplaceNodeSubsets(abi::TfLiteContext* context,
                                                                  abi::PaddedRegistration registration,
                                                                  const abi::TfLiteIntArray* nodes,
                                                                  abi::TfLiteDelegate* delegate) {
  const abi::TfLiteRegistration& kernel = registration;
  return Run(context, [&](Subgraph& subgraph) { return subgraph.Replace(kernel, Values(nodes), delegate); });
}

abi::TfLiteStatus PreviewDelegatePartitioning(abi::TfLiteContext* context, const abi::TfLiteIntArray* nodes,
                                              abi::TfLiteDelegateParams** partitions, int* count) {
  return Run(context, [&](Subgraph& subgraph) {
    if (partitions == nullptr || count == nullptr) return abi::kTfLiteError;
    return subgraph.PreviewPartitions(Values(nodes), partitions, count);
  });
}

// Reports an error and returns null for an index that the model does not have.
Subgraph* FindSubgraph(Subgraph& subgraph, int index) {
  SubgraphOwner& owner = subgraph.owner();
  if (index >= 0 && index < owner.subgraph_count()) return &owner.subgraph(index);
  subgraph.Fail("there is no subgraph " + std::to_string(index) + " among " +
                std::to_string(owner.subgraph_count()));
  return nullptr;
}

abi::TfLiteStatus AcquireSubgraphContext(abi::TfLiteContext* context, int index,
                                         abi::TfLiteContext** acquired) {
  return Run(context, [&](Subgraph& subgraph) {
    Subgraph* found = FindSubgraph(subgraph, index);
    if (found == nullptr) return abi::kTfLiteError;
    found->EnterDelegate();
    *acquired = found->context();
    return abi::kTfLiteOk;
  });
}

abi::TfLiteStatus ReleaseSubgraphContext(abi::TfLiteContext* context, int index) {
  return Run(context, [&](Subgraph& subgraph) {
    Subgraph* found = FindSubgraph(subgraph, index);
    if (found == nullptr) return abi::kTfLiteError;
    found->LeaveDelegate();
    return abi::kTfLiteOk;
  });
}

// ---- Anywhere else ----

abi::TfLiteStatus Refuse(const abi::TfLiteContext* context) {
  return Report(context, "The function is forbidden if not calling in delegate.");
}

}  // namespace

void Subgraph::SetCallbacks(abi::TfLiteContext& context) {
  context.ResizeTensor = ResizeTensorOf;
  context.ReportError = ReportError;
  context.AddTensors = AddTensorsTo;
  context.GetExternalContext = GetExternalContext;
  context.SetExternalContext = SetExternalContext;
  context.GetModelMetadata = GetModelMetadata;
  ForbidDelegateCallbacks(context);
}

void Subgraph::AllowDelegateCallbacks(abi::TfLiteContext& context) {
  context.GetExecutionPlan = GetExecutionPlan;
  context.GetNodeAndRegistration = GetNodeAndRegistration;
  context.ReplaceNodeSubsetsWithDelegateKernels = ReplaceNodeSubsets;
  context.PreviewDelegatePartitioning = PreviewDelegatePartitioning;
  context.AcquireSubgraphContext = AcquireSubgraphContext;
  context.ReleaseSubgraphContext = ReleaseSubgraphContext;
}

void Subgraph::ForbidDelegateCallbacks(abi::TfLiteContext& context) {
  using Context = abi::TfLiteContext;
  context.GetExecutionPlan = [](Context* self, abi::TfLiteIntArray**) { return Refuse(self); };
  context.GetNodeAndRegistration = [](Context* self, int, abi::TfLiteNode**, abi::TfLiteRegistration**) {
    return Refuse(self);
  };
  context.ReplaceNodeSubsetsWithDelegateKernels = [](Context* self, abi::PaddedRegistration,
                                                     const abi::TfLiteIntArray*,
                                                     abi::TfLiteDelegate*) { return Refuse(self); };
  context.PreviewDelegatePartitioning = [](Context* self, const abi::TfLiteIntArray*,
                                           abi::TfLiteDelegateParams**, int*) { return Refuse(self); };
  context.AcquireSubgraphContext = [](Context* self, int, Context**) { return Refuse(self); };
  context.ReleaseSubgraphContext = [](Context* self, int) { return Refuse(self); };
}

}  // namespace litevk
