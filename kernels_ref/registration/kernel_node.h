// What a reference kernel keeps per node, and its callbacks.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/opset/kernel.h"
#include "runtime/tflite/common.h"

namespace litevk::ref {

class KernelNode {
 public:
  // Null when memory runs out. `buffer` is what an interpreter gives to `init`, copied: the node's parameter
  // struct, or null; of a custom operator the `length` bytes of its options.
  static KernelNode* Create(const KernelRow& row, const char* buffer, size_t length) noexcept;

  // Find the KernelNode in node->user_data. Errors are reported through the context; no exception passes.
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;

 private:
  KernelNode(const KernelRow& row, Result<ir::Params> params) : row_(row), params_(std::move(params)) {}

  Status PrepareNode(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  Status InvokeNode(abi::TfLiteContext* context, const abi::TfLiteNode& node) const;
  Status ResizeOutputs(abi::TfLiteContext* context, const abi::TfLiteNode& node,
                       std::span<const ir::Tensor* const> inputs) const;

  const KernelRow& row_;
  Result<ir::Params> params_;    // why the options of a custom operator cannot be read, for Prepare to say
  KernelFn function_ = nullptr;  // what Prepare finds for the node's types and quantization
};

}  // namespace litevk::ref
