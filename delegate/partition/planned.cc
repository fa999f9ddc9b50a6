#include "delegate/partition/planned.h"

#include <algorithm>
#include <utility>

#include "delegate/partition/verdict.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/op_versions.h"

namespace litevk {
namespace {

// More than any computation with shapes needs; a larger result is left to those who compute with values.
constexpr int64_t kMaxElements = 1024;

bool ReadsShape(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node.op_code);
  return info != nullptr && info->reads_dims_alone;
}

bool IsPlain(const ir::Tensor& tensor) {
  return !tensor.is_variable && !tensor.is_dynamic && tensor.sparsity == nullptr &&
         ir::ByteSize(tensor.type) > 0 && tensor.quantization.scales.empty();
}

// Whether a plan knows the values that the node reads.
bool InputsArePlanned(const ir::Graph& graph, const ir::Node& node) {
  bool any_planned = false;
  for (const ir::TensorId id : node.inputs) {
    if (id == ir::kAbsent) continue;
    const ir::Tensor& tensor = graph.tensor(id);
    if (!tensor.is_planned() && !tensor.is_known()) return false;
    if (!IsPlain(tensor) || tensor.dims.has_unknown()) return false;
    any_planned |= tensor.is_planned();
  }
  return any_planned;
}

bool KernelTakes(const ir::Graph& graph, const ir::Node& node) {
  const ref::KernelRow* kernel = ref::FindKernel(node.op_code);
  if (kernel == nullptr || node.version > LastVersion(node.op_code)) return false;
  if (kernel->info.params.bytes > 0 && !node.params.present()) return false;
  return CheckTypes(kernel->info, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs)).ok();
}

}  // namespace

bool MakePlanned(ir::Graph& graph, const ir::Node& node) {
  if (node.inputs.empty() || node.outputs.empty()) return false;
  const auto is_taken = [&](ir::TensorId id) {
    return id != ir::kAbsent && IsPlain(graph.tensor(id)) && !graph.tensor(id).is_known();
  };
  if (!std::ranges::all_of(node.outputs, is_taken)) return false;
  const bool reads_shape = ReadsShape(node) && node.inputs[0] != ir::kAbsent &&
                           !graph.tensor(node.inputs[0]).is_known() &&
                           !graph.tensor(node.inputs[0]).is_dynamic;
  if (!reads_shape && !InputsArePlanned(graph, node)) return false;
  if (!KernelTakes(graph, node)) return false;
  std::vector<ir::Shape> before;
  before.reserve(node.outputs.size());
  for (const ir::TensorId id : node.outputs) before.push_back(graph.tensor(id).dims);
  const auto is_small = [&](ir::TensorId id) {
    const ir::Shape& dims = graph.tensor(id).dims;
    return !dims.has_unknown() && dims.NumElements() <= kMaxElements;
  };
  if (!InferShapes(graph, node).ok() || !std::ranges::all_of(node.outputs, is_small)) {
    for (size_t i = 0; i < before.size(); ++i) graph.tensor(node.outputs[i]).dims = std::move(before[i]);
    return false;
  }
  for (const ir::TensorId id : node.outputs) graph.tensor(id).constness = ir::Constness::kPlanned;
  return true;
}

std::vector<ir::TensorId> ShapeSources(const ir::Graph& graph, const std::vector<int>& producers,
                                       ir::TensorId id) {
  const int producer = producers[static_cast<size_t>(id)];
  if (producer < 0) return {};
  const ir::Node& node = graph.nodes[static_cast<size_t>(producer)];
  if (ReadsShape(node)) return {node.inputs[0]};
  std::vector<ir::TensorId> sources;
  for (const ir::TensorId input : node.inputs) {
    if (input == ir::kAbsent || !graph.tensor(input).is_planned()) continue;
    const std::vector<ir::TensorId> found = ShapeSources(graph, producers, input);
    sources.insert(sources.end(), found.begin(), found.end());
  }
  return sources;
}

}  // namespace litevk
