// What the delegate knows of one builtin operator. The partitioner, the compatibility report, the
// runner and docs/SUPPORTED_OPS.md all read these objects, so they cannot disagree. Its versions are in
// runtime/opset/op_versions.h; its parameters' size and its shapes are those of its row in kernels_ref.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/lower/epilogue.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

class Lowering;  // delegate/lower/lowering.h

// A node with everything that a rule may look at. Input and output indices are the operator's own
// positions (CONV_2D: 0 input, 1 filter, 2 bias).
class NodeView {
 public:
  NodeView(const ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits)
      : graph_(&graph), node_(&node), limits_(&limits) {}

  const ir::Graph& graph() const { return *graph_; }
  const ir::Node& node() const { return *node_; }
  const gpu::DeviceLimits& limits() const { return *limits_; }

  int input_count() const { return static_cast<int>(node_->inputs.size()); }
  int output_count() const { return static_cast<int>(node_->outputs.size()); }
  // False where an optional input is absent (id -1) or the node has fewer inputs.
  bool has_input(int index) const { return index < input_count() && input_id(index) != ir::kAbsent; }
  ir::TensorId input_id(int index) const { return node_->inputs[static_cast<size_t>(index)]; }
  ir::TensorId output_id(int index = 0) const { return node_->outputs[static_cast<size_t>(index)]; }
  const ir::Tensor& input(int index) const { return graph_->tensor(input_id(index)); }
  const ir::Tensor& output(int index = 0) const { return graph_->tensor(output_id(index)); }
  bool input_is_known(int index) const { return has_input(index) && input(index).is_known(); }

  template <typename T>
  const T& params() const {
    return node_->params.As<T>();
  }

 private:
  const ir::Graph* graph_;
  const ir::Node* node_;
  const gpu::DeviceLimits* limits_;
};

// What is known of a condition. Dims that the model leaves open may decide it only when a plan is made.
enum class Truth { kNo, kUnknown, kYes };

// One condition of support, with the sentence that the report and the docs print. It is asked only of
// nodes whose input and output counts and types are already found right.
struct Constraint {
  std::string_view text;  // "the filter is constant"
  bool (*holds)(const NodeView& view);
  // False while `holds` would read an unknown dim (ir::kUnknownDim). Null where it reads none but those of
  // constants, or ranks alone.
  bool (*is_decided)(const NodeView& view) = nullptr;

  Truth Judge(const NodeView& view) const {
    if (is_decided != nullptr && !is_decided(view)) return Truth::kUnknown;
    return holds(view) ? Truth::kYes : Truth::kNo;
  }
};

// Accepted element types, input by input. The last entry of `inputs` repeats for further inputs when
// `variadic`. kNone in `inputs` marks one that may be absent only if listed in `optional_from`.
struct TypeSignature {
  std::vector<ir::DataType> inputs;
  std::vector<ir::DataType> outputs;
  int required_inputs;  // inputs from this index on are optional
  bool variadic = false;
  std::string_view note;  // "float16 constants, unpacked when the model is loaded"
};

// How an operator treats the order of its dims (the roles of TFLite2ONNX's layout propagation).
enum class LayoutRole {
  kImplicit,     // fixed by the operator: convolution, pooling, resize
  kTransparent,  // any order: elementwise
  kAttribute,    // any order when the axis attribute moves along: concatenation, reduction
  kTerminate,    // the order ends here: reshape, fully connected
};

// What a node has to do at least, whatever the kernels are.
struct OpCost {
  double flops = 0;  // a multiply-add counts two; moving values counts none
  double bytes = 0;  // what it reads and writes, each once, at the size of its type
};

struct OpSpec {
  int op_code;            // abi::TfLiteBuiltinOperator
  std::string_view name;  // "CONV_2D"
  std::string_view stem;  // "conv_2d"
  std::vector<TypeSignature> types;
  std::vector<Constraint> constraints;
  LayoutRole layout_role;
  // The least work of a node whose dims are final (delegate/lower/op_cost.h has the common ones). No bytes:
  // nothing is computed or moved, so that no dispatch is needed either.
  OpCost (*cost)(const NodeView& view);
  // Operations that the device does instead of cost's, where its kernels know a shorter way. Null: none.
  double (*device_flops)(const NodeView& view) = nullptr;
  // True when `lower` emits exactly one dispatch that writes the output through the epilogue, so that
  // following elementwise nodes may be fused into it.
  bool takes_epilogue = false;
  // The node as elementwise steps applied to input `chained_input`; empty when it cannot be one. Null
  // for operators that are never elementwise.
  std::vector<EpilogueStep> (*as_epilogue)(const NodeView& view, int chained_input) = nullptr;
  // True when the node may take an explicit zero padding from a PAD before it (see FusedNode::padding).
  bool takes_padding = false;
  // Emits the dispatches. It cannot fail: every reason to fail is a constraint. Null for operators
  // that exist only on constants (DENSIFY): those are folded or rejected.
  void (*lower)(Lowering& lowering) = nullptr;
};

// By name. Built once, on first use; safe from any thread.
std::span<const OpSpec> OpTable();
// Null when the operator has no row.
const OpSpec* FindOp(int op_code);

}  // namespace litevk
