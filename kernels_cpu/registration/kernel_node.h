// State of a reference kernel per node, and its callbacks.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "kernels_cpu/registration/node_operands.h"
#include "runtime/base/status.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/prepared_kernel.h"
#include "runtime/tflite/common.h"

namespace litevk::cpu {

class KernelNode {
 public:
  // Returns null if memory runs out. `buffer`, which is copied, is the argument of an interpreter's `init`:
  // the node's parameter struct, or null. For a custom operator it is the `length` bytes of its options.
  static KernelNode* Create(const ref::KernelRow& row, const char* buffer, size_t length) noexcept;

  // Callbacks of the interpreter; node->user_data is the KernelNode. Errors are reported through the context,
  // and no exception escapes.
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept;

 private:
  KernelNode(const ref::KernelRow& row, Result<ir::Params> params) : row_(row), params_(std::move(params)) {}

  Status PrepareNode(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  Status InvokeNode(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  // Gives the output of a node that reads constants alone memory of its own, so that it is computed once.
  // Kernels pack such float32 weights of a DEQUANTIZE. TFLite's DEQUANTIZE and DENSIFY do the same.
  void KeepConstants(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  // Makes the tensors of this run the operands.
  void SetOperands(const abi::TfLiteContext& context, const abi::TfLiteNode& node);
  // Computes the node, and the node behind it that its kernel can take along.
  Status Compute(const abi::TfLiteContext& context, const abi::TfLiteNode& node);
  // Returns the node as an epilogue of the layer before it. Null if it has to run by itself.
  std::unique_ptr<Epilogue> AsEpilogue(const abi::TfLiteContext& context, const abi::TfLiteNode& node);
  // Prepares the fast kernel at the first run after Prepare. Nodes that a delegate takes pack nothing.
  void PrepareFast(const abi::TfLiteContext& context, const abi::TfLiteNode& node);
  Status ResizeOutputs(abi::TfLiteContext* context, const abi::TfLiteNode& node,
                       std::span<const ir::Tensor* const> inputs) const;

  const ref::KernelRow& row_;
  Result<ir::Params> params_;         // or the error of a custom operator's options, which Prepare reports
  ref::KernelFn function_ = nullptr;  // set by Prepare for the node's types and quantization
  bool is_kept_ = false;              // true if the output is computed once
  const void* kept_at_ = nullptr;     // the output's memory if it has been
  std::unique_ptr<NodeOperands> operands_;  // null before the first run
  std::unique_ptr<PreparedKernel> fast_;    // null: function_ computes the node
  bool has_fast_ = false;                   // true if fast_ and fused_ are set, even to null
  abi::TfLiteNode* fused_ = nullptr;        // the node that the kernel computes along with this one
  bool is_computed_ = false;                // true if the layer before has computed this node in this run
};

}  // namespace litevk::cpu
