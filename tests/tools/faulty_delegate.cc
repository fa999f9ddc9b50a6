// A delegate with faults for the tools' tests. It computes float32 ADD, MUL, SUB, MAXIMUM and RELU of equal
// shapes.
//
// With the option fault=none (the default), value, crash or hang it claims only ADD; value adds 1 to the
// first element.
//
// With fault=each it claims all five operators. ADD is wrong in the shape 2x3x5x7 only, and MUL is off by a
// thousandth. SUB fails, MAXIMUM ignores a NaN, and RELU turns a NaN into zero.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

enum class Fault { kNone, kValue, kCrash, kHang, kEach };

struct FaultyDelegate {
  abi::TfLiteDelegate abi = {};
  Fault fault = Fault::kNone;
};

struct Node {
  int op;
  std::vector<int> inputs;
  int output;
  Fault fault;
};

void* Init(abi::TfLiteContext* context, const char* buffer, size_t /*length*/) {
  const auto& params = *reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
  abi::TfLiteNode* node = nullptr;
  abi::TfLiteRegistration* registration = nullptr;
  context->GetNodeAndRegistration(context, ToVector(params.nodes_to_replace).front(), &node, &registration);
  const auto inputs = ToVector(node->inputs);
  const Fault fault = static_cast<FaultyDelegate*>(params.delegate->data_)->fault;
  return new Node{registration->builtin_code, inputs, ToVector(node->outputs).front(), fault};
}

void Free(abi::TfLiteContext* /*context*/, void* data) { delete static_cast<Node*>(data); }

abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& own = *static_cast<const Node*>(node->user_data);
  IntArray dims = MakeIntArray(ToVector(context->tensors[own.inputs[0]].dims));
  return context->ResizeTensor(context, &context->tensors[own.output], dims.release());
}

// Applies TFLite's fused activation NONE, which turns an infinity into the largest float.
float Finite(float value) {
  return std::isinf(value) ? std::copysign(std::numeric_limits<float>::max(), value) : value;
}

float Compute(int op, float left, float right) {
  if (op == abi::kTfLiteBuiltinAdd) return Finite(left + right);
  if (op == abi::kTfLiteBuiltinMul) return Finite(left * right * 1.001F);
  if (op == abi::kTfLiteBuiltinMaximum) return std::fmax(left, right);
  return left > 0.0F ? left : 0.0F;
}

bool IsWrongShape(const std::vector<int>& dims) { return dims == std::vector<int>{2, 3, 5, 7}; }

abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& own = *static_cast<const Node*>(node->user_data);
  if (own.fault == Fault::kCrash) std::abort();
  if (own.fault == Fault::kHang) pause();
  if (own.op == abi::kTfLiteBuiltinSub) return abi::kTfLiteError;
  abi::TfLiteTensor& output = context->tensors[own.output];
  const size_t count = output.bytes / sizeof(float);
  const float* left = context->tensors[own.inputs.front()].data.f;
  const float* right = context->tensors[own.inputs.back()].data.f;
  for (size_t index = 0; index < count; ++index) {
    output.data.f[index] = Compute(own.op, left[index], right[index]);
  }
  const bool is_off =
      own.fault == Fault::kValue ||
      (own.fault == Fault::kEach && own.op == abi::kTfLiteBuiltinAdd && IsWrongShape(ToVector(output.dims)));
  if (is_off && count > 0) output.data.f[0] += 1.0F;
  return abi::kTfLiteOk;
}

bool HasActivation(const abi::TfLiteNode& node, const abi::TfLiteRegistration& registration) {
  constexpr int kArithmetic[] = {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinMul, abi::kTfLiteBuiltinSub};
  if (std::ranges::find(kArithmetic, registration.builtin_code) == std::end(kArithmetic)) return false;
  return static_cast<const abi::TfLiteArithmeticParams*>(node.builtin_data)->activation !=
         abi::kTfLiteActNone;
}

bool IsClaimed(const abi::TfLiteContext& context, const abi::TfLiteNode& node,
               const abi::TfLiteRegistration& registration, Fault fault) {
  constexpr int kOps[] = {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinMul, abi::kTfLiteBuiltinSub,
                          abi::kTfLiteBuiltinMaximum, abi::kTfLiteBuiltinRelu};
  if (std::ranges::find(kOps, registration.builtin_code) == std::end(kOps)) return false;
  if (fault != Fault::kEach && registration.builtin_code != abi::kTfLiteBuiltinAdd) return false;
  if (fault == Fault::kEach && HasActivation(node, registration)) return false;
  const auto inputs = ToVector(node.inputs);
  return std::ranges::all_of(inputs, [&](int input) {
    const abi::TfLiteTensor& tensor = context.tensors[input];
    return tensor.type == abi::kTfLiteFloat32 &&
           ToVector(tensor.dims) == ToVector(context.tensors[inputs[0]].dims);
  });
}

abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
  abi::TfLiteIntArray* plan = nullptr;
  context->GetExecutionPlan(context, &plan);
  const Fault fault = static_cast<FaultyDelegate*>(delegate->data_)->fault;
  // With fault=each only graphs of one node are claimed, so that each wrong result is one operator's fault.
  if (fault == Fault::kEach && plan->size != 1) return abi::kTfLiteOk;
  for (const int index : ToVector(plan)) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    context->GetNodeAndRegistration(context, index, &node, &registration);
    if (!IsClaimed(*context, *node, *registration, fault)) continue;
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
  if (name == "each") return Fault::kEach;
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
