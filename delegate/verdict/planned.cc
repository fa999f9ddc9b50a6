#include "delegate/verdict/planned.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/op_versions.h"
#include "runtime/values/computing_nodes.h"
#include "runtime/values/output_shapes.h"

namespace litevk {
namespace {

// Most elements that a computation with shapes needs; larger results are left to computations with values.
constexpr int64_t kMaxElements = 1024;

bool ReadsShape(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node.op_code);
  return info != nullptr && info->reads_only_dims;
}

bool IsPlain(const ir::Tensor& tensor) {
  return !tensor.is_variable && !tensor.is_dynamic && tensor.sparsity == nullptr &&
         ir::HasFixedSize(tensor.type) && tensor.quantization.scales.empty();
}

// True if a plan knows the tensor's dims, and a partition can have the tensor as an input.
bool HasDims(const ir::Graph& graph, ir::TensorId id) {
  if (id == ir::kAbsent) return false;
  const ir::Tensor& tensor = graph.tensor(id);
  return !tensor.is_dynamic && !tensor.is_variable && ir::HasFixedSize(tensor.type);
}

bool IsSmall(const ir::Shape& dims) { return !dims.has_unknown() && dims.NumElements() <= kMaxElements; }

bool IsOfIntegers(const ir::Tensor& tensor) {
  constexpr TypeSet kIntegers = kIndex | kBool;
  return kIntegers.contains(tensor.type);
}

// True if a plan knows the values that the node reads: shapes, or the few numbers that a closed model has in
// their place.
bool InputsArePlanned(const ir::Graph& graph, const ir::Node& node) {
  bool any_planned = false;
  bool holds_integers =
      std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return IsOfIntegers(graph.tensor(id)); });
  for (const ir::TensorId id : node.inputs) {
    if (id == ir::kAbsent) continue;
    const ir::Tensor& tensor = graph.tensor(id);
    if (!tensor.is_planned() && !tensor.is_known()) return false;
    if (!IsPlain(tensor) || tensor.dims.has_unknown()) return false;
    any_planned |= tensor.is_planned();
    holds_integers &= IsOfIntegers(tensor) && IsSmall(tensor.dims);
  }
  return any_planned || holds_integers;
}

bool KernelTakes(const ir::Graph& graph, const ir::Node& node) {
  const ref::KernelRow* kernel = ref::FindKernel(node.op_code);
  if (kernel == nullptr || node.version > LastVersion(node.op_code)) return false;
  if (kernel->info.params.bytes > 0 && !node.params.present()) return false;
  return CheckTypes(kernel->info, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs)).ok();
}

// True if the plan computes the node. The device keeps what it can compute and what is larger than
// computations with shapes need. Among nodes that it cannot compute, such as random numbers, the plan takes
// those that count or compare.
bool IsForAPlan(const ir::Graph& graph, const ir::Node& node, std::span<const ir::Shape> outputs) {
  const OpSpec* spec = FindOp(node.op_code);
  if (spec != nullptr) return !spec->runs_on_device() || std::ranges::all_of(outputs, IsSmall);
  return std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return IsOfIntegers(graph.tensor(id)); });
}

// Returns the nodes that compute planned tensors, as PlannedValues runs them.
std::vector<int> ShapeNodes(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  return ComputingNodes(graph, ids, [&](const ir::Node& /*reader*/, ir::TensorId input) {
    return graph.tensor(input).is_planned();
  });
}

// True if the node reads dims that no other node of a plan computes. The dims of a planned tensor, such as
// the values of a RANGE, follow from the node that computes it.
bool ReadsDimsOfARun(const ir::Graph& graph, const ir::Node& node) {
  return ReadsShape(node) && !graph.tensor(node.inputs[0]).is_planned();
}

}  // namespace

bool MakePlanned(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values) {
  if (node.inputs.empty() || node.outputs.empty()) return false;
  const auto is_taken = [&](ir::TensorId id) {
    return id != ir::kAbsent && IsPlain(graph.tensor(id)) && !graph.tensor(id).is_known();
  };
  if (!std::ranges::all_of(node.outputs, is_taken)) return false;
  const bool reads_shape = ReadsShape(node) && HasDims(graph, node.inputs[0]);
  if (!reads_shape && !InputsArePlanned(graph, node)) return false;
  if (!KernelTakes(graph, node)) return false;
  auto dims = InferredShapes(graph, node, values);
  if (!dims.ok() || !IsForAPlan(graph, node, *dims)) return false;
  for (size_t i = 0; i < dims->size(); ++i) graph.tensor(node.outputs[i]).dims = std::move((*dims)[i]);
  // Tensors that are computed from dims of an unknown rank have no known rank either.
  const bool has_ranks = !InputWithoutRank(graph, node);
  for (const ir::TensorId id : node.outputs) {
    graph.tensor(id).constness = ir::Constness::kPlanned;
    graph.tensor(id).computed_by = graph.PositionOf(node);
    graph.tensor(id).has_rank = has_ranks;
  }
  return true;
}

std::set<ir::TensorId> ShapeSources(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  std::set<ir::TensorId> sources;
  for (const int position : ShapeNodes(graph, ids)) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    if (ReadsDimsOfARun(graph, node)) sources.insert(node.inputs[0]);
  }
  return sources;
}

std::set<ir::TensorId> TensorsWithoutSource(const ir::Graph& graph, std::span<const ir::TensorId> ids,
                                            const std::function<bool(ir::TensorId)>& is_held) {
  std::set<ir::TensorId> missing;
  for (const int position : ShapeNodes(graph, ids)) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    const auto is_missing = [&](ir::TensorId id) { return missing.contains(id); };
    const bool is_first = ReadsDimsOfARun(graph, node);
    if (is_first ? !is_held(node.inputs[0]) : std::ranges::any_of(node.inputs, is_missing)) {
      missing.insert(node.outputs.begin(), node.outputs.end());
    }
  }
  return missing;
}

}  // namespace litevk
