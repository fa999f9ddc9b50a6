#include "delegate/import/import_graph.h"

#include <string>
#include <utility>

#include "delegate/abi/builtin_ops.h"
#include "delegate/import/int_array.h"
#include "delegate/ops/op_spec.h"

namespace litevk {
namespace {

ir::Quantization ImportQuantization(const abi::TfLiteTensor& tensor) {
  ir::Quantization result;
  if (tensor.quantization.type != abi::kTfLiteAffineQuantization || tensor.quantization.params == nullptr) {
    return result;
  }
  const auto& affine = *static_cast<const abi::TfLiteAffineQuantization*>(tensor.quantization.params);
  if (affine.scale != nullptr && affine.scale->size > 0) {
    const float* first = affine.scale->data;
    result.scales.assign(first, first + affine.scale->size);
  }
  result.zero_points = ToVector(affine.zero_point);
  result.channel_axis = affine.quantized_dimension;
  return result;
}

ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor) {
  ir::Tensor result;
  result.name = tensor.name == nullptr ? "" : tensor.name;
  result.type = ir::FromTfLiteType(tensor.type);
  result.dims = ImportShape(tensor);
  result.quantization = ImportQuantization(tensor);
  result.sparsity = tensor.sparsity;
  result.is_variable = tensor.is_variable;
  result.is_dynamic = tensor.allocation_type == abi::kTfLiteDynamic;
  if (tensor.allocation_type == abi::kTfLiteMmapRo && tensor.data.data != nullptr) {
    result.constness = ir::Constness::kStored;
    result.data = {static_cast<const std::byte*>(tensor.data.data), tensor.bytes};
  }
  return result;
}

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
  }
  LITEVK_ASSIGN_OR_RETURN(result.inputs, ImportIds(node->inputs, context->tensors_size, node_index));
  LITEVK_ASSIGN_OR_RETURN(result.outputs, ImportIds(node->outputs, context->tensors_size, node_index));
  if (const OpSpec* spec = FindOp(result.op_code); spec != nullptr && spec->params_bytes > 0) {
    result.params = ir::Params(node->builtin_data, spec->params_bytes);
  }
  return result;
}

}  // namespace

ir::Shape ImportShape(const abi::TfLiteTensor& tensor) { return ir::Shape(ToVector(tensor.dims)); }

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
    graph.tensors.push_back(ImportTensor(context->tensors[i]));
  }
  return graph;
}

}  // namespace litevk
