// A delegate that computes ADD of two float32 tensors of the same shape wrongly, for the tools' tests.
// Option fault: none (default), value (adds 1 to the first element), crash, hang.
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "delegate/abi/builtin_ops.h"
#include "delegate/abi/common.h"
#include "delegate/import/int_array.h"

namespace litevk {
namespace {

enum class Fault { kNone, kValue, kCrash, kHang };

struct FaultyDelegate {
  abi::TfLiteDelegate abi = {};
  Fault fault = Fault::kNone;
};

struct AddNode {
  int left, right, output;
  Fault fault;
};

void* Init(abi::TfLiteContext* context, const char* buffer, size_t /*length*/) {
  const auto& params = *reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
  abi::TfLiteNode* node = nullptr;
  abi::TfLiteRegistration* registration = nullptr;
  context->GetNodeAndRegistration(context, ToVector(params.nodes_to_replace).front(), &node, &registration);
  const auto inputs = ToVector(node->inputs);
  const Fault fault = static_cast<FaultyDelegate*>(params.delegate->data_)->fault;
  return new AddNode{inputs[0], inputs[1], ToVector(node->outputs).front(), fault};
}

void Free(abi::TfLiteContext* /*context*/, void* data) { delete static_cast<AddNode*>(data); }

abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& add = *static_cast<const AddNode*>(node->user_data);
  IntArray dims = MakeIntArray(ToVector(context->tensors[add.left].dims));
  return context->ResizeTensor(context, &context->tensors[add.output], dims.release());
}

abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& add = *static_cast<const AddNode*>(node->user_data);
  if (add.fault == Fault::kCrash) std::abort();
  if (add.fault == Fault::kHang) pause();
  abi::TfLiteTensor& output = context->tensors[add.output];
  const size_t count = output.bytes / sizeof(float);
  for (size_t index = 0; index < count; ++index) {
    output.data.f[index] =
        context->tensors[add.left].data.f[index] + context->tensors[add.right].data.f[index];
  }
  if (add.fault == Fault::kValue && count > 0) output.data.f[0] += 1.0F;
  return abi::kTfLiteOk;
}

bool IsClaimed(const abi::TfLiteContext& context, const abi::TfLiteNode& node,
               const abi::TfLiteRegistration& registration) {
  if (registration.builtin_code != abi::kTfLiteBuiltinAdd) return false;
  const auto inputs = ToVector(node.inputs);
  const abi::TfLiteTensor& left = context.tensors[inputs[0]];
  const abi::TfLiteTensor& right = context.tensors[inputs[1]];
  return left.type == abi::kTfLiteFloat32 && ToVector(left.dims) == ToVector(right.dims);
}

abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
  abi::TfLiteIntArray* plan = nullptr;
  context->GetExecutionPlan(context, &plan);
  for (const int index : ToVector(plan)) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    context->GetNodeAndRegistration(context, index, &node, &registration);
    if (!IsClaimed(*context, *node, *registration)) continue;
    abi::PaddedRegistration kernel = {};
    kernel.init = Init;
    kernel.free = Free;
    kernel.prepare = Prepare;
    kernel.invoke = Invoke;
    kernel.builtin_code = abi::kTfLiteBuiltinDelegate;
    kernel.custom_name = "FaultyDelegate";
    kernel.version = 1;
    const IntArray claimed = MakeIntArray({index});
    if (context->ReplaceNodeSubsetsWithDelegateKernels(context, kernel, claimed.get(), delegate) !=
        abi::kTfLiteOk) {
      return abi::kTfLiteError;
    }
  }
  return abi::kTfLiteOk;
}

Fault FaultOf(std::string_view name) {
  if (name == "value") return Fault::kValue;
  if (name == "crash") return Fault::kCrash;
  return name == "hang" ? Fault::kHang : Fault::kNone;
}

}  // namespace
}  // namespace litevk

extern "C" {

__attribute__((visibility("default"))) void* tflite_plugin_create_delegate(
    const char* const* keys, const char* const* values, size_t count, void (*report_error)(const char*)) {
  auto* delegate = new litevk::FaultyDelegate();
  for (size_t index = 0; index < count; ++index) {
    if (std::string_view(keys[index]) == "fault") {
      delegate->fault = litevk::FaultOf(values[index]);
    } else {
      report_error("faulty delegate: the only option is fault");
      delete delegate;
      return nullptr;
    }
  }
  delegate->abi.data_ = delegate;
  delegate->abi.Prepare = litevk::PrepareDelegate;
  return &delegate->abi;
}

__attribute__((visibility("default"))) void tflite_plugin_destroy_delegate(void* delegate) {
  if (delegate == nullptr) return;
  delete static_cast<litevk::FaultyDelegate*>(static_cast<litevk::abi::TfLiteDelegate*>(delegate)->data_);
}

}  // extern "C"
