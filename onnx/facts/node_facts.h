// Facts about a node that the files of onnx/ops write: its operands, parameters, layouts and scales.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/facts/op_settings.h"
#include "onnx/facts/permutations.h"
#include "onnx/facts/scaled_operands.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

// Surroundings of a node, which must outlive its facts.
struct NodeContext {
  const ir::Graph& graph;
  const ir::Node& node;
  const NodeLayout& layout;
  const OpRow& row;
  const OpSettings& settings;
};

class NodeFacts {
 public:
  explicit NodeFacts(const NodeContext& context);

  template <typename T>
  const T& params() const {
    return context_.node.params.As<T>();
  }
  const ir::Params& all_params() const { return context_.node.params; }
  const OpSettings& settings() const { return context_.settings; }

  size_t input_count() const { return context_.node.inputs.size(); }
  size_t output_count() const { return context_.node.outputs.size(); }
  bool has(size_t input) const;
  const ir::Tensor& input(size_t index) const { return context_.graph.tensor(input_id(index)); }
  const ir::Tensor& output(size_t index) const { return context_.graph.tensor(output_id(index)); }
  ir::TensorId input_id(size_t index) const { return context_.node.inputs[index]; }
  ir::TensorId output_id(size_t index) const { return context_.node.outputs[index]; }
  // inputs() returns all inputs, null for absent ones. intermediates() returns the tensors without values,
  // whose scales parameterize the node.
  std::vector<const ir::Tensor*> inputs() const;
  std::vector<const ir::Tensor*> intermediates() const;

  // Return the layouts in which the plan lets the node read and write its operands.
  const Permutation& permutation(size_t input) const { return context_.layout.inputs[input]; }
  const Permutation& output_permutation(size_t output) const { return context_.layout.outputs[output]; }
  const ColumnLayout& columns() const { return context_.layout.columns; }
  // True if the node computes constant weights whose columns are in the plan's order.
  bool makes_columns() const { return input_count() == 1 && !columns().dims.empty(); }

  // True if the node reads a quantized input as floats.
  bool reads_scale(size_t input) const { return scaled_.input(input); }
  // True if the node's float result becomes a quantized output.
  bool is_scaled(size_t output) const { return scaled_.output(output); }
  // True if sums of products of an input have 64 bits, and their multipliers 16 bits.
  bool has_wide_sums(size_t input) const;

  // Returns the values of an integer input. Fails if they are computed at run time.
  Result<std::vector<int64_t>> Known(size_t index) const;

 protected:
  const OpRow& row() const { return context_.row; }
  const ScaledOperands& scaled() const { return scaled_; }

 private:
  NodeContext context_;
  ScaledOperands scaled_;
};

}  // namespace litevk::to_onnx
