#include "delegate/verdict/verdict.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "delegate/kernel/op_spec.h"
#include "delegate/verdict/operands_verdict.h"
#include "delegate/verdict/planned.h"
#include "runtime/ir/node_order.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/values/fold.h"
#include "runtime/values/output_shapes.h"

namespace litevk {
namespace {

// Checks one input by itself, whatever else the node has.
std::optional<Verdict> CheckInput(const ir::Graph& graph, ir::TensorId id, const GpuKernel& kernel) {
  const ir::Tensor& tensor = graph.tensor(id);
  if (tensor.is_variable && !kernel.takes_states) return Reject(ReasonCode::kVariable);
  if (tensor.is_dynamic) return Reject(ReasonCode::kDynamicTensor);
  if (tensor.sparsity != nullptr) {
    if (!kernel.takes_sparse) return Reject(ReasonCode::kSparse);
    return std::nullopt;
  }
  if (std::ranges::any_of(tensor.dims.dims(), [](int dim) { return dim < 0 && !ir::IsUnknown(dim); })) {
    return Reject(ReasonCode::kShape, TensorText(graph, id) + " has a dim below 0");
  }
  if (tensor.constness == ir::Constness::kStored &&
      tensor.data.size() != static_cast<uint64_t>(tensor.ByteCount())) {
    return Reject(ReasonCode::kConstantData, TensorText(graph, id) + " has " +
                                                 std::to_string(tensor.data.size()) + " bytes, expected " +
                                                 std::to_string(tensor.ByteCount()));
  }
  return std::nullopt;
}

std::optional<Verdict> CheckTensors(const ir::Graph& graph, const ir::Node& node, const GpuKernel& kernel) {
  for (const ir::TensorId id : node.inputs) {
    if (id == ir::kAbsent) continue;
    if (auto verdict = CheckInput(graph, id, kernel)) return verdict;
  }
  // An output's own dims do not matter yet: inference replaces them.
  for (const ir::TensorId id : node.outputs) {
    const ir::Tensor& tensor = graph.tensor(id);
    if (tensor.is_variable) return Reject(ReasonCode::kVariable);
    if (tensor.constness == ir::Constness::kStored) {
      return Reject(ReasonCode::kConstantData, TensorText(graph, id) + " is an output and a stored constant");
    }
  }
  return std::nullopt;
}

std::optional<Verdict> CheckSizes(const ir::Graph& graph, const ir::Node& node,
                                  const gpu::DeviceLimits& limits) {
  const auto check = [&](ir::TensorId id) -> std::optional<Verdict> {
    if (id == ir::kAbsent || graph.tensor(id).sparsity != nullptr) return std::nullopt;
    const int64_t bytes = graph.tensor(id).ByteCount();  // the least, where dims are unknown
    // An empty shape operand is a value (a scalar's shape), not missing data.
    const bool is_operand = graph.tensor(id).is_known() || graph.tensor(id).is_planned();
    if (bytes == 0 && is_operand && graph.tensor(id).type == ir::DataType::kInt32) {
      return std::nullopt;
    }
    if (bytes == 0) return Reject(ReasonCode::kEmptyTensor, TensorText(graph, id) + " has no elements");
    if (static_cast<uint64_t>(bytes) <= limits.max_tensor_bytes()) return std::nullopt;
    const bool is_bound_whole = limits.max_storage_buffer_range_bytes <= limits.max_allocation_bytes;
    return Reject(ReasonCode::kDeviceLimit,
                  TensorText(graph, id) + " has " + std::to_string(bytes) + " bytes, above the " +
                      std::to_string(limits.max_tensor_bytes()) + " that the device can " +
                      (is_bound_whole ? "bind" : "allocate at once"));
  };
  for (const auto& ids : {node.inputs, node.outputs}) {
    for (const ir::TensorId id : ids) {
      if (auto verdict = check(id)) return verdict;
    }
  }
  return std::nullopt;
}

std::optional<Verdict> CheckEach(const std::vector<Constraint>& constraints, const NodeView& view) {
  for (const Constraint& constraint : constraints) {
    if (constraint.Judge(view) == Truth::kNo) {
      return Reject(ReasonCode::kConstraint, "not met: " + std::string(constraint.text));
    }
  }
  return std::nullopt;
}

std::optional<Verdict> CheckConstraints(const NodeView& view, const OpSpec& spec) {
  const GpuKernel& kernel = view.kernel();
  if (auto verdict = CheckEach(spec.constraints, view)) return verdict;
  if (auto verdict = CheckEach(kernel.constraints, view)) return verdict;
  if (kernel.accepts != nullptr) {
    if (const Status status = kernel.accepts(view); !status.ok()) {
      return Reject(ReasonCode::kConstraint, status.message());
    }
  }
  const auto has_more = [&](ir::TensorId id) {
    return id != ir::kAbsent && view.graph().tensor(id).dims.rank() > kernel.most_dims;
  };
  if (kernel.most_dims >= 0 && std::ranges::any_of(view.node().inputs, has_more)) {
    return Reject(ReasonCode::kConstraint, "not met: " + DimsText(kernel));
  }
  if (!kernel.runs_on_device() && !InputsAreKnown(view.graph(), view.node())) {
    return Reject(ReasonCode::kConstantOnly);
  }
  return std::nullopt;
}

// Rejects a node without parameters, in words of the function that has read its options.
Verdict RejectParams(const OpInfo& info, const ir::Node& node) {
  if (!IsCustom(info)) return Reject(ReasonCode::kParamsMissing);
  return Reject(ReasonCode::kParamsMissing, ReadCustomOptions(info, node.custom_options).status().message());
}

// Rejects a node whose output dims cannot be inferred.
Verdict RejectDims(const Status& status) {
  if (status.code() != StatusCode::kNeedsValues) return Reject(ReasonCode::kShape, status.message());
  return Reject(ReasonCode::kDataDependent,
                std::string(Describe(ReasonCode::kDataDependent).diagnostic) + ": " + status.message());
}

// Judges a node whose operator the GPU does not have. Dims that depend on data are the better reason, since
// no GPU could take the node then.
Verdict JudgeUnlisted(const ir::Graph& graph, const ir::Node& node, ValuesAtHand& values) {
  if (!HasShapeRule(graph, node)) return Reject(ReasonCode::kOpNotListed);
  const Status status = InferredShapes(graph, node, values).status();
  return status.code() == StatusCode::kNeedsValues ? RejectDims(status) : Reject(ReasonCode::kOpNotListed);
}

// Replaces a reason that speaks of dims if an input's rank is not known at all.
Verdict WithoutBlame(const ir::Graph& graph, const ir::Node& node, Verdict verdict) {
  if (verdict.code != ReasonCode::kShape) return verdict;
  const std::optional<size_t> input = InputWithoutRank(graph, node);
  if (!input) return verdict;
  return Reject(ReasonCode::kRankUnknown,
                "the rank of input " + std::to_string(*input) + " is not known when the delegate is applied");
}

}  // namespace

NodeKernels KernelsOf(std::span<const Verdict> verdicts) {
  NodeKernels kernels;
  kernels.reserve(verdicts.size());
  for (const Verdict& verdict : verdicts) kernels.push_back(verdict.kernel);
  return kernels;
}

bool InputsAreKnown(const ir::Graph& graph, const ir::Node& node) {
  const auto is_known = [&](ir::TensorId id) { return id == ir::kAbsent || graph.tensor(id).is_known(); };
  return !node.inputs.empty() && std::ranges::all_of(node.inputs, is_known);
}

bool IsComputedBefore(const ir::Graph& graph, const ir::Node& node) {
  const auto is_planned = [&](ir::TensorId id) { return id != ir::kAbsent && graph.tensor(id).is_planned(); };
  return InputsAreKnown(graph, node) || std::ranges::any_of(node.outputs, is_planned);
}

static Verdict JudgeWithRanks(ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits,
                              ValuesAtHand& values) {
  const OpSpec* spec = FindOp(node);
  if (spec == nullptr && node.op_code == abi::kTfLiteBuiltinCustom) {
    const std::string_view diagnostic =
        IsFlexOp(node.custom_name) ? kFlexAdvice : Describe(ReasonCode::kCustomOp).diagnostic;
    return Reject(ReasonCode::kCustomOp,
                  "custom operator " + node.custom_name + ": " + std::string(diagnostic));
  }
  if (spec == nullptr) return JudgeUnlisted(graph, node, values);
  const OpInfo& info = *FindOpInfo(node);
  if (const int last = info.versions.back().version; node.version > last) {
    return Reject(ReasonCode::kVersionUnreviewed, "version " + std::to_string(node.version) + " is above " +
                                                      std::to_string(last) + ", the last one reviewed");
  }
  if (info.params.bytes > 0 && !node.params.present()) return RejectParams(info, node);
  Verdict operands = JudgeOperands(graph, node, *spec);
  if (!operands.supported()) return operands;
  const GpuKernel& kernel = *operands.kernel;
  if (auto verdict = CheckTensors(graph, node, kernel)) return *verdict;
  if (const Status status = InferShapes(graph, node, values); !status.ok()) return RejectDims(status);
  if (auto verdict = CheckSizes(graph, node, limits)) return *verdict;
  if (auto verdict = CheckConstraints({graph, node, limits, &kernel}, *spec)) return *verdict;
  return operands;
}

Verdict JudgeNode(ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits) {
  ValuesAtHand values(graph);
  return WithoutBlame(graph, node, JudgeWithRanks(graph, node, limits, values));
}

std::vector<Verdict> JudgeGraph(ir::Graph& graph, const gpu::DeviceLimits& limits) {
  if (const Status order = ir::CheckNodeOrder(graph); !order.ok()) {
    return std::vector<Verdict>(graph.nodes.size(), Reject(ReasonCode::kNodeOrder, order.message()));
  }
  std::vector<Verdict> verdicts;
  verdicts.reserve(graph.nodes.size());
  ValuesAtHand values(graph);
  for (const ir::Node& node : graph.nodes) {
    if (MakePlanned(graph, node, values)) {
      verdicts.emplace_back();
      continue;
    }
    verdicts.push_back(WithoutBlame(graph, node, JudgeWithRanks(graph, node, limits, values)));
    if (!verdicts.back().supported()) InferShapesElsewhere(graph, node, values);
    if (!verdicts.back().supported() || !InputsAreKnown(graph, node)) continue;
    Fold(graph, node);
  }
  return verdicts;
}

void RejectSupported(std::vector<Verdict>& verdicts, const Verdict& verdict) {
  std::ranges::replace_if(verdicts, &Verdict::supported, verdict);
}

}  // namespace litevk
