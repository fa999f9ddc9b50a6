// What a reference kernel keeps per node, and its callbacks.
#pragma once

#include "runtime/opset/kernel.h"
#include "runtime/tflite/common.h"

namespace litevk::ref {

class KernelNode {
 public:
  // Null when memory runs out. `builtin_data` is the node's parameter struct or null, copied.
  static KernelNode* Create(const KernelRow& row, const void* builtin_data) noexcept;

  // Find the KernelNode in node->user_data. Errors are reported through the context; no exception passes.
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;

 private:
  KernelNode(const KernelRow& row, const void* builtin_data)
      : row_(row), params_(builtin_data, row.info.params.bytes) {}

  Status PrepareNode(abi::TfLiteContext* context, const abi::TfLiteNode& node) const;
  Status InvokeNode(abi::TfLiteContext* context, const abi::TfLiteNode& node) const;
  Status ResizeOutputs(abi::TfLiteContext* context, const abi::TfLiteNode& node,
                       std::span<const ir::Tensor* const> inputs) const;

  const KernelRow& row_;
  ir::Params params_;
};

}  // namespace litevk::ref
