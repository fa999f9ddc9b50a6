// What the delegate's GPU side adds to an operator's record (runtime/opset/op_info.h). The partitioner, the
// compatibility report, the runner and docs/SUPPORTED_OPS.md all read these objects, so they cannot disagree.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/lower/device_signature.h"
#include "delegate/lower/epilogue.h"
#include "delegate/lower/row_view.h"
#include "delegate/lower/spatial_padding.h"
#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"

namespace litevk {

// A node with everything that a rule may look at.
class NodeView : public ir::NodeView {
 public:
  NodeView(const ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits)
      : ir::NodeView(graph, node), limits_(&limits) {}

  const gpu::DeviceLimits& limits() const { return *limits_; }

 private:
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

// An input that lies in another tensor.
struct InputInRows {
  int number = 0;
  const ir::Shape& dims;  // its own, which differ from the node's where a PAD was taken in
  const RowView& rows;
  uint32_t element_bytes = 0;  // on the device
};

enum class ResultRows : uint8_t {
  kOfFloats,  // what is written through the epilogue, which is float32
  kOfWords,   // what is written as the epilogue writes, four words of neighbours at a time, of any type;
              // further outputs anywhere
  kAnywhere,  // all, whatever the rows are, but for what has an epilogue
};

struct OpSpec {
  int op_code;  // OpInfo::op_code
  std::vector<DeviceSignature> signatures;
  // By signature, what it takes: made of the record's (NarrowedTypes) when the table is.
  std::vector<Signature> types = {};
  std::vector<Constraint> constraints = {};
  // What else has to hold, in words of an operator that a user brings. Unknown dims keep no node out. Null:
  // nothing.
  Status (*accepts)(const NodeView& view) = nullptr;
  // Operations that the device does instead of those of OpInfo::cost, where its kernels know a shorter way.
  // Null: none.
  double (*device_flops)(const NodeView& view) = nullptr;
  // True when the node is exactly one dispatch that writes the output through the epilogue, so that
  // following elementwise nodes may be fused into it.
  bool takes_epilogue = false;
  // The node as elementwise steps applied to input `chained_input`; empty when it cannot be one. Null
  // for operators that are never elementwise.
  std::vector<EpilogueStep> (*as_epilogue)(const NodeView& view, int chained_input) = nullptr;
  // Whether the node may take an explicit padding from the nodes before it (see FusedNode::padding). Null: it
  // takes none.
  bool (*takes_padding)(const NodeView& view, const SpatialPadding& padding) = nullptr;
  // The zeros that the node puts around input 0; none when it does anything else. Null for operators that
  // never do.
  DimPadding (*as_padding)(const NodeView& view) = nullptr;
  // True when the node computes nothing, so that a dispatch of it alone only moves data.
  bool moves = false;
  // Whether output 0 has the elements of input 0 in their order, of a node with these dims: it then is an
  // alias of it. Null for operators of which nobody asks: those that compute, and those that always do
  // (LowerToAlias).
  bool (*keeps_elements)(const NodeView& view) = nullptr;
  // Where each input lies in output 0. Null for operators that join nothing.
  std::vector<RowView> (*joins)(const NodeView& view) = nullptr;
  // Where the outputs lie in an input. Null for operators that cut nothing out of one.
  Cuts (*cuts)(const NodeView& view) = nullptr;
  // Whether the kernels read the input where it lies in another tensor (FindsPlaces, where their shaders find
  // any place). Null: they read all of them densely.
  bool (*reads_rows)(const NodeView& view, const InputInRows& input) = nullptr;
  // Of how many neighbours at least the kernels write whole groups together. Null: of the innermost dim
  // above 1.
  int64_t (*writes_together)(const NodeView& view) = nullptr;
  // Of which results the kernels find the places in other tensors.
  ResultRows writes_rows = ResultRows::kOfFloats;
  // True when inputs may be variable tensors: states, which the node updates (Lowering::NextState).
  bool takes_states = false;
  // True when an input may be sparse.
  bool takes_sparse = false;

  // False for an operator that exists on constants alone: its nodes are folded or rejected.
  bool runs_on_device() const;
};

// By name. Built once, on first use; safe from any thread.
std::span<const OpSpec> OpTable();
// Null when the operator has no row.
const OpSpec* FindOp(int op_code);
// The same by the node's operator code, or by its custom name where a user has registered the operator.
const OpSpec* FindOp(const ir::Node& node);

// The signature of the node's operator that takes the node's tensors by their types. Null: none does.
const DeviceSignature* FindSignature(const ir::Graph& graph, const ir::Node& node);

}  // namespace litevk
