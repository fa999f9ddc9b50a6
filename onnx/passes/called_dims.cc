#include "onnx/passes/called_dims.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"

namespace litevk::to_onnx {
namespace {

using Tensors = std::vector<ir::Tensor>;

// Subgraphs nested deeper than this are assumed to change no dims, since each level is inferred several
// times. If they do change dims, the calling node is refused when it is written.
constexpr int kMostDepth = 3;

Tensors Copies(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  Tensors tensors;
  for (const ir::TensorId id : ids) tensors.push_back(graph.tensor(id));
  return tensors;
}

// Returns run-time dims that are assigned from here on, in addition to those of the options.
RunDims OfProbe(const PrepareOptions& options, size_t probe) {
  const RunDims& run_dims = options.run_dims;
  return {run_dims.dims(), probe, run_dims.finds()};
}

// Returns the outputs of a subgraph for these inputs, with dims but without values. Run-time dims have the
// sizes of one probe.
Result<Tensors> GivenBy(int called, const Tensors& passed, PrepareOptions options, RunDims& run_dims,
                        PrepareFn prepare) {
  ir::Graph graph = options.program->subgraphs[static_cast<size_t>(called)];
  for (size_t i = 0; i < graph.inputs.size(); ++i) Bind(passed[i], graph.tensor(graph.inputs[i]));
  options.size_uses = nullptr;  // only uses in written nodes count
  options.run_dims = run_dims;
  ++options.depth;
  ComputedValues computed;
  LITEVK_RETURN_IF_ERROR(prepare(graph, options, computed));
  Tensors given = Copies(graph, graph.outputs);
  for (ir::Tensor& tensor : given) tensor.data = {};
  return given;
}

// Makes those dims of `values` unknown that differ between two others. Returns true if a dim has become
// unknown.
bool OpenWhere(const Tensors& one, const Tensors& other, Tensors& values) {
  bool has_changed = false;
  for (size_t i = 0; i < values.size(); ++i) {
    ir::Shape& dims = values[i].dims;
    values[i].is_dynamic |= other[i].is_dynamic || dims.rank() != other[i].dims.rank();
    for (int axis = 0; axis < dims.rank() && !values[i].is_dynamic; ++axis) {
      if (ir::IsUnknown(dims[axis]) || one[i].dims[axis] == other[i].dims[axis]) continue;
      dims[axis] = ir::kUnknownDim;
      has_changed = true;
    }
  }
  return has_changed;
}

// Returns the outputs of a node's branches, with unknown dims if they depend on the run.
Result<Tensors> GivenByBranches(const ir::Node& node, const Tensors& passed, const PrepareOptions& options,
                                PrepareFn prepare) {
  std::optional<Tensors> first;
  std::optional<Tensors> given;
  for (const int called : CalledSubgraphs(node)) {
    if (given && options.depth >= kMostDepth) break;
    bool has_run_dims = true;
    for (size_t probe = 0; probe < kProbes && has_run_dims; ++probe) {
      RunDims run_dims = OfProbe(options, probe);
      LITEVK_ASSIGN_OR_RETURN(Tensors next, GivenBy(called, passed, options, run_dims, prepare));
      has_run_dims = run_dims.dims().size() > run_dims.input_count() && options.depth < kMostDepth;
      if (given) OpenWhere(*first, next, *given);
      if (!given) given = first = std::move(next);
    }
  }
  return *given;
}

// Gives unknown dims of the values sizes of a probe. Returns nothing if there are more dims than sizes.
std::optional<Tensors> WithSizes(Tensors values, RunDims& run_dims) {
  for (ir::Tensor& value : values) {
    if (!run_dims.AssignCarried(value.name, value.dims)) return std::nullopt;
  }
  return values;
}

// Makes those dims unknown that an iteration of the loop changes.
void OpenChanged(int body, const PrepareOptions& options, PrepareFn prepare, Tensors& carried) {
  for (bool has_changed = true; has_changed;) {
    RunDims run_dims = OfProbe(options, 0);
    const std::optional<Tensors> begun = WithSizes(carried, run_dims);
    if (!begun) return;
    // A body that cannot be prepared is refused when it is written.
    const Result<Tensors> given = GivenBy(body, *begun, options, run_dims, prepare);
    if (!given.ok() || given->size() != carried.size()) return;
    has_changed = OpenWhere(*begun, *given, carried);
  }
}

// Sets the dims of a node's outputs. Unknown dims get sizes of a probe.
void SetOutputs(const Tensors& given, const ir::Node& node, RunDims& run_dims, ir::Graph& graph) {
  std::vector<ir::Shape> shapes;
  for (const ir::Tensor& tensor : given) shapes.push_back(tensor.dims);
  const bool is_open = std::ranges::any_of(shapes, &ir::Shape::has_unknown);
  const bool is_assigned = !is_open || run_dims.Assign(graph, node, shapes);
  for (size_t i = 0; i < given.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.is_dynamic = given[i].is_dynamic || (!is_assigned && given[i].dims.has_unknown());
    if (tensor.is_dynamic) continue;
    ir::Shape signature = given[i].dims;
    for (int axis = 0; axis < signature.rank(); ++axis) {
      const bool is_stated = IsStated(tensor, signature, axis) && ir::IsUnknown(signature[axis]);
      if (is_stated) signature[axis] = shapes[i][axis];
    }
    tensor.dims = shapes[i];
    tensor.signature = signature;
  }
}

}  // namespace

void Bind(const ir::Tensor& passed, ir::Tensor& input) {
  input.dims = passed.dims;
  input.is_dynamic = passed.is_dynamic;
  const bool is_alike = passed.type == input.type && passed.sparsity == nullptr;
  if (passed.constness != ir::Constness::kStored || !is_alike) return;
  input.constness = passed.constness;
  input.data = passed.data;
}

Status InferBranches(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options,
                     PrepareFn prepare) {
  const Tensors passed = Copies(graph, std::span(node.inputs).subspan(1));
  LITEVK_ASSIGN_OR_RETURN(const Tensors given, GivenByBranches(node, passed, options, prepare));
  SetOutputs(given, node, options.run_dims, graph);
  return {};
}

void InferLoop(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options, PrepareFn prepare) {
  Tensors carried = Copies(graph, node.inputs);
  // A value that is stored before the first iteration changes in the next one.
  for (ir::Tensor& tensor : carried) {
    tensor.constness = ir::Constness::kRuntime;
    tensor.data = {};
  }
  if (options.depth < kMostDepth) OpenChanged(CalledSubgraphs(node).back(), options, prepare, carried);
  // A damaged file may have fewer outputs than inputs.
  carried.resize(std::min(carried.size(), node.outputs.size()));
  SetOutputs(carried, node, options.run_dims, graph);
}

}  // namespace litevk::to_onnx
