#include "onnx/passes/prepare.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "onnx/facts/limits.h"
#include "onnx/facts/op_row.h"
#include "onnx/passes/called_dims.h"
#include "onnx/passes/pass.h"
#include "onnx/passes/weights_as_read.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/run_node.h"

namespace litevk::to_onnx {
namespace {

bool IsIntegral(ir::DataType type) {
  return type != ir::DataType::kFloat32 && type != ir::DataType::kFloat16 && type != ir::DataType::kFloat64;
}

bool HasStoredInputs(const ir::Graph& graph, const ir::Node& node) {
  const auto is_stored = [&](ir::TensorId id) { return id == ir::kAbsent || graph.tensor(id).is_known(); };
  return !node.inputs.empty() && std::ranges::all_of(node.inputs, is_stored);
}

bool IsWidening(const ir::Graph& graph, const ir::Node& node, const OpRow* row) {
  const ir::TensorId first = node.inputs.empty() ? ir::kAbsent : node.inputs.front();
  return row != nullptr && row->folding.widens_float16 && first != ir::kAbsent &&
         graph.tensor(first).type == ir::DataType::kFloat16;
}

// True if values computed from the node may depend on sizes of tensors, directly or through such values.
bool FollowsSizes(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  if (info.reads_only_dims && !info.reads_only_rank && !HasStoredInputs(graph, node)) return true;
  return std::ranges::any_of(
      node.inputs, [&](ir::TensorId id) { return id != ir::kAbsent && graph.tensor(id).is_of_plan; });
}

// True if a node's results are known when the model is converted.
bool HasKnownResults(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  return HasStoredInputs(graph, node) || info.reads_only_dims;
}

// Returns the reason why a node of known results is left to the runtime of the ONNX model; "" if the
// conversion computes it.
std::string_view ReasonToKeep(const ir::Graph& graph, const ir::Node& node, const OpInfo& info,
                              const PrepareOptions& options) {
  if (ref::FindKernel(node.op_code) == nullptr) return "no kernel computes it here";
  const OpRow* row = FindOpRow(node.op_code);
  if (row != nullptr && row->dims.follows_counts && options.keeps_counts && FollowsSizes(graph, node, info)) {
    return "it counts up to a size that stays open";
  }
  if (row == nullptr || row->folding.is_required) return "";
  const bool is_widening = IsWidening(graph, node, row);
  if (options.folds_float16 && is_widening) return "";
  const bool is_integral =
      std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return IsIntegral(graph.tensor(id).type); });
  if (is_integral) return "";
  return is_widening ? "constants of float16 stay so" : "its results are floats";
}

// Infers the dims of outputs, some of which are run-time dims, and gives those sizes of the probe. Returns
// false if that is impossible.
bool AssignRunDims(const ir::Graph& graph, const ir::Node& node, const OpInfo& info, RunDims& run_dims,
                   std::vector<ir::Shape>& shapes) {
  // Run-time operands count as planned ones, of which only the rank is known.
  std::vector<ir::Tensor> planned;
  planned.reserve(node.inputs.size());
  std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  for (const ir::Tensor*& input : inputs) {
    if (input == nullptr || !input->is_of_run()) continue;
    planned.push_back(*input);
    planned.back().constness = ir::Constness::kPlanned;
    input = &planned.back();
  }
  std::vector<ir::DataType> types;
  types.reserve(node.outputs.size());
  for (const ir::TensorId id : node.outputs) types.push_back(graph.tensor(id).type);
  const ir::ShapeQuery query = {
      .inputs = inputs, .params = node.params, .outputs = shapes, .output_types = types};
  if (!InferShapes(info, query).ok()) return false;
  if (std::ranges::none_of(shapes, &ir::Shape::has_unknown)) return true;
  return run_dims.Assign(graph, node, shapes);
}

bool HasDimsOfRun(const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  return row != nullptr && row->dims.from_values;
}

Status InferDims(ir::Graph& graph, const ir::Node& node, const OpInfo& info, RunDims& run_dims) {
  if (info.infer_shapes == nullptr) return {};
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  const bool has_types =
      info.types.empty() || MatchSignature(info.types, inputs, outputs) != info.types.end();
  if (!has_types) return {};  // the node is refused when it is written
  const auto is_dynamic = [](const ir::Tensor* input) { return input != nullptr && input->is_dynamic; };
  const bool reads_dynamic = std::ranges::any_of(inputs, is_dynamic);
  std::vector<ir::Shape> shapes;
  std::vector<ir::DataType> types;
  for (const ir::TensorId id : node.outputs) {
    shapes.push_back(graph.tensor(id).dims);
    types.push_back(graph.tensor(id).type);
  }
  const ir::Node* custom = node.custom_name.empty() ? nullptr : &node;
  const Status status = InferShapes(
      info,
      {.inputs = inputs, .params = node.params, .outputs = shapes, .custom = custom, .output_types = types});
  // Run-time dims are not those of the file, and need not fit.
  const bool needs_values = status.code() == StatusCode::kNeedsValues || (reads_dynamic && !status.ok());
  if (!needs_values) LITEVK_RETURN_IF_ERROR(status);
  const bool is_open = needs_values || std::ranges::any_of(shapes, &ir::Shape::has_unknown);
  const bool is_assigned =
      is_open && !reads_dynamic && HasDimsOfRun(node) && AssignRunDims(graph, node, info, run_dims, shapes);
  for (size_t i = 0; i < shapes.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.is_dynamic = (needs_values && !is_assigned) || shapes[i].has_unknown();
    if (!tensor.is_dynamic) tensor.dims = shapes[i];
  }
  return {};
}

// Computes the node's results, which become constants of the model.
Status Compute(ir::Graph& graph, const ir::Node& node, ComputedValues& computed) {
  // A string takes more memory than a number.
  constexpr int64_t kMostStrings = int64_t{1} << 20;
  for (const ir::TensorId id : node.outputs) {
    const bool is_string = graph.tensor(id).type == ir::DataType::kString;
    if (graph.tensor(id).dims.NumElements() > (is_string ? kMostStrings : kMostElements)) {
      return Unsupported("makes more of stored integers and dims than a model is to hold");
    }
  }
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    const ir::Tensor& tensor = graph.tensor(id);
    return ref::ConstView{&tensor, tensor.is_known() ? tensor.data : std::span<const std::byte>()};
  };
  LITEVK_ASSIGN_OR_RETURN(auto outputs, ref::RunNode(graph, node, find));
  for (size_t i = 0; i < outputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = outputs[i].tensor.dims;
    tensor.data = computed.emplace_back(std::move(outputs[i].bytes));
    tensor.constness = ir::Constness::kStored;
  }
  // float32 weights that replace stored float16 ones keep the name of those.
  const bool is_result = std::ranges::find(graph.outputs, node.outputs.front()) != graph.outputs.end();
  if (!is_result && IsWidening(graph, node, FindOpRow(node.op_code))) {
    graph.tensor(node.outputs.front()).name = graph.tensor(node.inputs.front()).name;
  }
  return {};
}

// Receives the nodes of known results that are kept, with the reason.
using Refuse = std::function<void(const ir::Node& node, std::string_view reason)>;

// Infers the dims of a node's outputs, including those of a node that calls subgraphs.
Status InferAllDims(ir::GraphRewriter& rewriter, size_t position, const OpInfo* info,
                    const PrepareOptions& options) {
  if (info != nullptr) {
    LITEVK_RETURN_IF_ERROR(ReadWeightsAsKernelsDo(rewriter, position, *info));
    LITEVK_RETURN_IF_ERROR(InferDims(rewriter.graph(), rewriter.node(position), *info, options.run_dims));
  }
  const ir::Node& node = rewriter.node(position);
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr) return {};
  if (row->calls.takes_branch_dims)
    LITEVK_RETURN_IF_ERROR(InferBranches(rewriter.graph(), node, options, Prepare));
  if (row->calls.keeps_dims) InferLoop(rewriter.graph(), node, options, Prepare);
  return {};
}

void NoteSizes(const ir::Graph& graph, const ir::Node& node, bool is_computed, std::vector<SizeUse>* uses) {
  if (uses == nullptr) return;
  is_computed ? NoteComputed(graph, node, *uses) : NoteWritten(graph, node, *uses);
}

Status PrepareNode(ir::GraphRewriter& rewriter, size_t position, const PrepareOptions& options,
                   ComputedValues& computed, const Refuse& refuse) {
  ir::Graph& graph = rewriter.graph();
  const ir::Node& node = rewriter.node(position);
  const OpInfo* info = FindOpInfo(node);
  const bool is_known = info != nullptr && HasKnownResults(graph, node, *info);
  const std::string_view reason = is_known ? ReasonToKeep(graph, node, *info, options) : "";
  LITEVK_RETURN_IF_ERROR(InferAllDims(rewriter, position, info, options));
  if (info != nullptr) NoteSizes(graph, node, is_known && reason.empty(), options.size_uses);
  if (!reason.empty()) refuse(node, reason);
  if (!is_known || !reason.empty()) return {};
  const bool follows_sizes = FollowsSizes(graph, node, *info);
  LITEVK_RETURN_IF_ERROR(Compute(graph, node, computed));
  for (const ir::TensorId id : node.outputs) graph.tensor(id).is_of_plan = follows_sizes;
  rewriter.RemoveNode(position);
  return {};
}

Status PrepareNodes(ir::GraphRewriter& rewriter, const PrepareOptions& options, ComputedValues& computed,
                    const Refuse& refuse) {
  for (size_t position = 0; position < rewriter.size(); ++position) {
    const Status status = PrepareNode(rewriter, position, options, computed, refuse);
    if (status.ok()) continue;
    const ir::Node& node = rewriter.node(position);
    return {status.code(), DiagnosticPrefix(node, *FindOpInfo(node)) + status.message()};
  }
  return {};
}

}  // namespace

Status Prepare(ir::GraphRewriter& rewriter, PassContext& context) {
  const auto refuse = [&](const ir::Node& node, std::string_view reason) {
    context.Refuse(node, std::string(reason));
  };
  return PrepareNodes(rewriter, context.preparing, context.computed, refuse);
}

Status Prepare(ir::Graph& graph, const PrepareOptions& options, ComputedValues& computed) {
  ir::GraphRewriter rewriter(graph);
  const Status status = PrepareNodes(rewriter, options, computed, [](const ir::Node&, std::string_view) {});
  rewriter.Finish();
  return status;
}

}  // namespace litevk::to_onnx
