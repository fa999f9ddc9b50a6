// A delegate for tests that only uses the C ABI. It claims operators by their code, and computes elementwise
// float ADD, SUB and MUL of tensors with equal shapes.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"

namespace litevk::test {

struct ToyOptions {
  std::set<int> claims = {abi::kTfLiteBuiltinAdd};
  int64_t flags = abi::kTfLiteDelegateFlagsAllowDynamicTensors;
  std::string name = "Toy";
  bool fails_after_replace = false;  // Prepare fails
  bool fails_in_init = false;        // the kernel's init fails
  bool fails_in_prepare = false;     // the kernel's prepare fails
  bool ignores_claim_failure = false;
  bool makes_outputs_dynamic = false;
  bool uses_handles = false;  // values stay in the delegate until they are requested
  bool resizes_outputs = true;
  // Called at the end of Prepare, which returns its result.
  std::function<abi::TfLiteStatus(abi::TfLiteContext*)> probe;
};

class ToyDelegate {
 public:
  explicit ToyDelegate(ToyOptions options = {}) : options_(std::move(options)) {
    delegate_.data_ = this;
    delegate_.flags = options_.flags;
    delegate_.Prepare = [](abi::TfLiteContext* context, abi::TfLiteDelegate* self) {
      return From(self).Prepare(context);
    };
    delegate_.CopyFromBufferHandle = [](abi::TfLiteContext*, abi::TfLiteDelegate* self, int handle,
                                        abi::TfLiteTensor* tensor) {
      From(self).events.push_back("copy " + std::string(tensor->name));
      const std::vector<float>& values = From(self).buffers_.at(handle);
      std::ranges::copy(values, tensor->data.f);
      return abi::kTfLiteOk;
    };
    delegate_.FreeBufferHandle = [](abi::TfLiteContext*, abi::TfLiteDelegate* self, int* handle) {
      From(self).events.push_back("free handle " + std::to_string(*handle));
      From(self).buffers_.erase(*handle);
    };
  }
  ToyDelegate(const ToyDelegate&) = delete;
  ToyDelegate& operator=(const ToyDelegate&) = delete;

  abi::TfLiteDelegate* get() { return &delegate_; }
  ToyOptions& options() { return options_; }

  // Log of events, in order: "prepare", "init 0 2", "prepare kernel", "free kernel", "copy t3", ...
  std::vector<std::string> events;
  std::vector<std::vector<int>> prepared_dims;  // dims of a kernel's inputs at its last prepare

 private:
  struct Op {
    int code;
    std::vector<int> inputs;
    std::vector<int> outputs;
  };
  struct Kernel {
    ToyDelegate* owner;
    std::vector<Op> ops;
    std::vector<int> inputs;
    std::vector<int> outputs;
  };

  static ToyDelegate& From(abi::TfLiteDelegate* delegate) {
    return *static_cast<ToyDelegate*>(delegate->data_);
  }

  abi::TfLiteStatus Prepare(abi::TfLiteContext* context) {
    events.emplace_back("prepare");
    abi::TfLiteIntArray* plan = nullptr;
    if (const auto status = context->GetExecutionPlan(context, &plan); status != abi::kTfLiteOk)
      return status;
    std::vector<int> claimed;
    for (const int index : ToVector(plan)) {
      abi::TfLiteNode* node = nullptr;
      abi::TfLiteRegistration* registration = nullptr;
      if (context->GetNodeAndRegistration(context, index, &node, &registration) != abi::kTfLiteOk) {
        return abi::kTfLiteError;
      }
      if (options_.claims.contains(registration->builtin_code)) claimed.push_back(index);
    }
    const IntArray nodes = MakeIntArray(claimed);
    const auto status =
        context->ReplaceNodeSubsetsWithDelegateKernels(context, Registration(), nodes.get(), &delegate_);
    if (status != abi::kTfLiteOk && !options_.ignores_claim_failure) return status;
    if (options_.probe && options_.probe(context) != abi::kTfLiteOk) return abi::kTfLiteError;
    if (!options_.fails_after_replace) return abi::kTfLiteOk;
    context->ReportError(context, "the toy cannot go on");
    return abi::kTfLiteError;
  }

  abi::PaddedRegistration Registration() const {
    abi::PaddedRegistration registration = {};
    registration.init = Init;
    registration.free = [](abi::TfLiteContext*, void* kernel) {
      static_cast<Kernel*>(kernel)->owner->events.emplace_back("free kernel");
      delete static_cast<Kernel*>(kernel);
    };
    registration.prepare = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
      const auto& kernel = *static_cast<Kernel*>(node->user_data);
      return kernel.owner->PrepareKernel(context, kernel);
    };
    registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
      const auto& kernel = *static_cast<Kernel*>(node->user_data);
      return kernel.owner->InvokeKernel(context, kernel);
    };
    registration.custom_name = options_.name.c_str();
    registration.version = 1;
    return registration;
  }

  static void* Init(abi::TfLiteContext* context, const char* buffer, size_t) {
    const auto& params = *reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
    ToyDelegate& owner = From(params.delegate);
    std::string event = "init";
    for (const int index : ToVector(params.nodes_to_replace)) event += " " + std::to_string(index);
    owner.events.push_back(event);
    // TFLite's own delegates return this value from a failed init (TfLiteKernelInitFailed).
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the C ABI defines it as an integer.
    if (owner.options_.fails_in_init) return reinterpret_cast<void*>(intptr_t{-1});
    auto* kernel = new Kernel{&owner, {}, ToVector(params.input_tensors), ToVector(params.output_tensors)};
    for (const int index : ToVector(params.nodes_to_replace)) {
      abi::TfLiteNode* node = nullptr;
      abi::TfLiteRegistration* registration = nullptr;
      context->GetNodeAndRegistration(context, index, &node, &registration);
      kernel->ops.push_back({registration->builtin_code, ToVector(node->inputs), ToVector(node->outputs)});
    }
    return kernel;
  }

  abi::TfLiteStatus PrepareKernel(abi::TfLiteContext* context, const Kernel& kernel) {
    events.emplace_back("prepare kernel");
    if (options_.fails_in_prepare) return abi::kTfLiteError;
    prepared_dims.clear();
    for (const int id : kernel.inputs) prepared_dims.push_back(ToVector(context->tensors[id].dims));
    for (const int id : kernel.outputs) {
      abi::TfLiteTensor& output = context->tensors[id];
      if (options_.makes_outputs_dynamic) {
        output.allocation_type = abi::kTfLiteDynamic;
      } else if (options_.resizes_outputs) {
        const std::vector<int> dims = ToVector(context->tensors[kernel.inputs[0]].dims);
        if (context->ResizeTensor(context, &output, MakeIntArray(dims).release()) != abi::kTfLiteOk) {
          return abi::kTfLiteError;
        }
      }
    }
    return abi::kTfLiteOk;
  }

  std::vector<float> Read(const abi::TfLiteTensor& tensor) const {
    if (tensor.data_is_stale && tensor.delegate == &delegate_) return buffers_.at(tensor.buffer_handle);
    const std::span<const float> values(tensor.data.f, tensor.bytes / sizeof(float));
    return {values.begin(), values.end()};
  }

  static float Compute(int code, float a, float b) {
    return code == abi::kTfLiteBuiltinMul ? a * b : code == abi::kTfLiteBuiltinSub ? a - b : a + b;
  }

  abi::TfLiteStatus InvokeKernel(abi::TfLiteContext* context, const Kernel& kernel) {
    events.emplace_back("invoke kernel");
    std::map<int, std::vector<float>> values;
    for (const int id : kernel.inputs) values[id] = Read(context->tensors[id]);
    for (const Op& op : kernel.ops) {
      const std::vector<float>& a = values[op.inputs[0]];
      const std::vector<float>& b = values[op.inputs[1]];
      std::vector<float> result(a.size());
      for (size_t i = 0; i < a.size(); ++i) result[i] = Compute(op.code, a[i], b[i]);
      values[op.outputs[0]] = result;
    }
    const std::vector<int> dims = ToVector(context->tensors[kernel.inputs[0]].dims);
    for (const int id : kernel.outputs) {
      abi::TfLiteTensor& output = context->tensors[id];
      if (output.allocation_type == abi::kTfLiteDynamic) {
        context->ResizeTensor(context, &output, MakeIntArray(dims).release());
      }
      Write(output, id, values[id]);
    }
    return abi::kTfLiteOk;
  }

  void Write(abi::TfLiteTensor& output, int id, const std::vector<float>& values) {
    if (!options_.uses_handles) {
      std::ranges::copy(values, output.data.f);
      return;
    }
    buffers_[id] = values;
    output.buffer_handle = id;
    output.data_is_stale = true;
  }

  ToyOptions options_;
  abi::TfLiteDelegate delegate_ = {};
  std::map<int, std::vector<float>> buffers_;  // keyed by handle
};

}  // namespace litevk::test
