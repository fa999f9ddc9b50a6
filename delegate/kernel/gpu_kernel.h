// One algorithm by which the GPU computes an operator, or a pattern of several. The kernel has all that is
// true of the algorithm: types, conditions, cost, fusion, views and how it becomes dispatches. A node's
// kernel is chosen once, by its verdict, and every later pass reads that kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/kernel/constraint.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/node_view.h"
#include "delegate/kernel/spatial_padding.h"
#include "delegate/kernel/strided_view.h"
#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"

namespace litevk {

class Lowering;  // delegate/lower/lowering.h

// The types that the device takes for one input, if they are fewer than the record's.
struct NarrowedInput {
  size_t index;
  TypeSet types;
};

// The effect of a node on its elements.
enum class Form : uint8_t {
  kComputes,
  kMoves,  // the node computes nothing, so that a dispatch of it alone only moves data
  kAlias,  // output 0 has the elements of input 0 in their order: the memory is the input's
};

// An input that is a strided view of another tensor.
struct StridedInput {
  int index = 0;
  const ir::Shape& dims;  // its own, which differ from the node's if a PAD was fused in
  const StridedView& rows;
  uint32_t element_bytes = 0;  // on the device
};

enum class StridedResult : uint8_t {
  kOfFloats,  // those that are written through the epilogue
  kOfWords,   // those written as the epilogue writes, four words of neighbours at a time, of any type;
              // further outputs anywhere
  kAnywhere,  // all results, whatever the rows are, except those with an epilogue
};

// {.signature = "float32", .epilogue = kFloat32Epilogue, .lower = LowerFloat}
struct GpuKernel {
  // Types: one signature of the operator's record, by its name, with fewer types in its place.
  std::string_view signature = kPlainSignature;
  TypeSet element = {};  // types of its T that the device takes; none named: all
  std::vector<NarrowedInput> inputs = {};
  int most_dims = -1;          // most dims that an input may have; -1: any number
  int most_inputs = -1;        // inputs beyond are not taken, not even absent ones; -1: as in the record
  std::string_view note = {};  // "constants are unpacked when the model is loaded"
  bool takes_states = false;   // inputs may be variable tensors, which the node updates (Lowering::NextState)
  bool takes_sparse = false;   // an input may be sparse

  // Conditions, after those of the operator.
  std::vector<Constraint> constraints = {};
  // Checks further conditions in words of an operator that a user brings. Unknown dims keep no node out.
  // Null: there are none.
  Status (*accepts)(const NodeView& view) = nullptr;

  // Cost: operations that the device does instead of those of OpInfo::cost, if the kernel knows a shorter
  // algorithm. Null: none.
  double (*device_flops)(const NodeView& view) = nullptr;

  // Fusion: the epilogue that the kernel takes, and the part of one that the node may be.
  EpilogueTraits epilogue = {};
  // True if the node may take an explicit padding from the nodes before it (see FusedNode::padding). Null: it
  // takes none.
  bool (*takes_padding)(const NodeView& view, const SpatialPadding& padding) = nullptr;
  // Returns the zeros that the node puts around input 0; none when it does anything else. Null for kernels
  // that never do.
  DimPadding (*as_padding)(const NodeView& view) = nullptr;

  // Views.
  Form form = Form::kComputes;
  // True if a node with these dims leaves input 0 as it is, so that the output is an alias of it. Null:
  // never, or always (Form::kAlias).
  bool (*keeps_elements)(const NodeView& view) = nullptr;
  // Returns the view of each input in output 0. Null for kernels that join nothing.
  std::vector<StridedView> (*joins)(const NodeView& view) = nullptr;
  // Returns the views of the outputs in an input. Null for kernels that cut nothing out of one.
  Cuts (*cuts)(const NodeView& view) = nullptr;
  // True if the kernel reads the input where it lies in another tensor (FindsOffsets, if its shaders find any
  // element). Null: it reads all inputs densely.
  bool (*reads_strided)(const NodeView& view, const StridedInput& input) = nullptr;
  // Returns the least number of neighbours that the kernel writes together. Null: those of the innermost dim
  // above 1.
  int64_t (*writes_together)(const NodeView& view) = nullptr;
  // The results that the kernel writes where they lie in other tensors.
  StridedResult writes_strided = StridedResult::kOfFloats;

  // Emits the dispatches: a function of delegate/ops/<stem>.cc, or of a pattern of delegate/ops/fusions. It
  // cannot fail: every reason to fail is a constraint. Null for an alias, and for an operator that only takes
  // constants: its nodes are folded or rejected.
  void (*lower)(Lowering& lowering) = nullptr;

  // The record's signature with the types that the device takes. Narrow sets it when the table is made.
  Signature types = {};

  bool runs_on_device() const { return lower != nullptr || form == Form::kAlias; }
};

// True if output 0 of the node, whose kernel is chosen, is the same memory as input 0.
bool IsAlias(const NodeView& view);

// Returns text such as "inputs have at most 6 dims", for a kernel with such a limit.
std::string DimsText(const GpuKernel& kernel);

// Ok when the kernel takes only what the record takes; else a diagnostic that names the rest.
Status CheckNarrowing(const OpInfo& info, const GpuKernel& kernel);

// Sets `types`. Integers that a signature moves unread keep their bits on the device, whatever the scales
// are.
void Narrow(const OpInfo& info, GpuKernel& kernel);

}  // namespace litevk
