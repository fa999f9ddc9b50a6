// Tensors of an interpreter's node as plain data, and the views with which its kernel runs.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "kernels_ref/support/output_views.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/kernel.h"
#include "runtime/tflite/common.h"

namespace litevk::cpu {

// True for a tensor that a node computes once, from constants, into memory that no other tensor shares.
bool IsKept(const abi::TfLiteTensor& tensor);

// Tensors whose bytes count as stored, besides those of the model.
enum class Known {
  kPrepared,   // those that another node's Prepare has written
  kConstants,  // and those that are computed once
  kAll,
};

class NodeTensors {
 public:
  NodeTensors(const abi::TfLiteContext& context, std::span<const int> ids, Known known);

  OperandTensors pointers() const { return pointers_; }  // null for an absent operand
  // True if every tensor still has the dims that it was imported with.
  bool HaveDimsOf(const abi::TfLiteContext& context, std::span<const int> ids) const;
  // Lets every tensor's data be the bytes of this run, and counts it as stored.
  void SetBytes(const abi::TfLiteContext& context, std::span<const int> ids);

 private:
  std::deque<ir::Tensor> tensors_;  // those present; a deque does not move its elements
  std::vector<const ir::Tensor*> pointers_;
};

// Arguments of a kernel, which are built once and serve until the dims of an operand change. Importing a
// tensor copies the scales of its channels; small layers would wait for that in each run.
class NodeOperands {
 public:
  NodeOperands(const abi::TfLiteContext& context, const abi::TfLiteNode& node);

  bool HaveDimsOf(const abi::TfLiteContext& context, const abi::TfLiteNode& node) const;
  // Lets the views be of the bytes of this run.
  void SetBytes(const abi::TfLiteContext& context, const abi::TfLiteNode& node);

  std::span<const ref::MutableView> outputs() const { return output_views_.views; }
  // Returns arguments that refer to this object.
  ref::KernelArgs Args(const ir::Params& params) const;

 private:
  NodeTensors inputs_;
  NodeTensors outputs_;
  NodeTensors intermediates_;
  std::vector<ref::ConstView> input_views_;
  std::vector<ref::MutableView> variables_;
  ref::OutputViews output_views_;
};

}  // namespace litevk::cpu
