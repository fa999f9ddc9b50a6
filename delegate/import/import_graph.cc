#include "delegate/import/import_graph.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "runtime/ir/import_tensor.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

// Every negative id stands for an absent optional tensor.
Result<std::vector<ir::TensorId>> ImportIds(const abi::TfLiteIntArray* array, size_t tensors,
                                            int node_index) {
  std::vector<ir::TensorId> ids = ToVector(array);
  for (ir::TensorId& id : ids) {
    if (id < 0) id = ir::kAbsent;
    if (id >= static_cast<int>(tensors)) {
      return InvalidArgument("node " + std::to_string(node_index) + ": expected tensor ids below " +
                             std::to_string(tensors) + ", found " + std::to_string(id));
    }
  }
  return ids;
}

std::span<const std::byte> CustomOptionsOf(const abi::TfLiteNode& node) {
  if (node.custom_initial_data == nullptr || node.custom_initial_data_size <= 0) return {};
  return {static_cast<const std::byte*>(node.custom_initial_data),
          static_cast<size_t>(node.custom_initial_data_size)};
}

Result<ir::Node> ImportNode(abi::TfLiteContext* context, int node_index) {
  abi::TfLiteNode* node = nullptr;
  abi::TfLiteRegistration* registration = nullptr;
  const abi::TfLiteStatus status = context->GetNodeAndRegistration(context, node_index, &node, &registration);
  if (status != abi::kTfLiteOk || node == nullptr || registration == nullptr) {
    return Internal("node " + std::to_string(node_index) +
                    ": the interpreter refused GetNodeAndRegistration");
  }
  ir::Node result;
  result.index = node_index;
  result.op_code = registration->builtin_code;
  result.version = registration->version;
  if (result.op_code == abi::kTfLiteBuiltinCustom && registration->custom_name != nullptr) {
    result.custom_name = registration->custom_name;
    const std::span<const std::byte> options = CustomOptionsOf(*node);
    result.custom_options.assign(options.begin(), options.end());
  }
  LITEVK_ASSIGN_OR_RETURN(result.inputs, ImportIds(node->inputs, context->tensors_size, node_index));
  LITEVK_ASSIGN_OR_RETURN(result.outputs, ImportIds(node->outputs, context->tensors_size, node_index));
  LITEVK_ASSIGN_OR_RETURN(result.intermediates,
                          ImportIds(node->intermediates, context->tensors_size, node_index));
  if (IsCustom(result)) {
    ResolveCustomNode(result, CustomOptionsOf(*node));
    return result;
  }
  const OpInfo* info = FindOpInfo(result.op_code);
  if (info != nullptr && info->params.bytes > 0) {
    result.params = ir::Params(node->builtin_data, info->params.BytesOf(result.version));
  }
  return result;
}

}  // namespace

Result<std::vector<int>> ImportExecutionPlan(abi::TfLiteContext* context) {
  abi::TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != abi::kTfLiteOk || plan == nullptr) {
    return Internal("execution plan: the interpreter refused GetExecutionPlan");
  }
  return ToVector(plan);
}

Result<ir::Graph> ImportGraph(abi::TfLiteContext* context) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> plan, ImportExecutionPlan(context));
  ir::Graph graph;
  graph.nodes.reserve(plan.size());
  for (const int node_index : plan) {
    LITEVK_ASSIGN_OR_RETURN(ir::Node node, ImportNode(context, node_index));
    graph.nodes.push_back(std::move(node));
  }
  graph.tensors.reserve(context->tensors_size);
  for (size_t i = 0; i < context->tensors_size; ++i) {
    graph.tensors.push_back(ImportTensor(context->tensors[i], {context->tensors, context->tensors_size}));
    ir::Tensor& tensor = graph.tensors.back();
    tensor.has_rank = tensor.dims.rank() > 0 || tensor.is_known() || tensor.is_variable;
  }
  return graph;
}

}  // namespace litevk
