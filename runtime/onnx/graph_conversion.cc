#include "runtime/onnx/graph_conversion.h"

#include <algorithm>
#include <utility>

#include "onnx.pb.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/onnx/data_type.h"
#include "runtime/onnx/number_table.h"

namespace litevk::to_onnx {
namespace {

void SetType(::onnx::ValueInfoProto& info, const ir::Tensor& tensor, const Order& order) {
  auto& type = *info.mutable_type()->mutable_tensor_type();
  type.set_elem_type(OnnxType(tensor.type));
  type.mutable_shape();
  for (const int64_t dim : WrittenDims(tensor.dims, order)) {
    type.mutable_shape()->add_dim()->set_dim_value(dim);
  }
}

Status CheckTensor(const ir::Tensor& tensor) {
  if (tensor.is_dynamic) return Unsupported("its dims depend on values that only a run computes");
  if (tensor.sparsity != nullptr) return Unsupported("its weights are sparse");
  if (tensor.quantization.block_size != 0) return Unsupported("its weights have scales of blocks");
  const bool is_packed = !tensor.is_known() && ir::PackedBits(tensor.type) > 0;
  if (OnnxType(tensor.type) == 0 || is_packed) {
    return Unsupported("a tensor is " + std::string(ir::Name(tensor.type)) +
                       ", which ONNX has no tensors of here");
  }
  if (tensor.dims.NumElements() == 0) return Unsupported("one of its tensors has no elements");
  return {};
}

// Fails where numbers of the node have a scale that the opset's DequantizeLinear or QuantizeLinear lacks.
Status CheckNumbers(const ir::Graph& graph, const ir::Node& node, const OpRow& row, int opset) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  const ScaledOperands scaled(row, inputs, outputs);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (scaled.is_of_products(i)) {
      const bool is_run = !inputs[i]->is_known() && inputs[i]->type == ir::DataType::kInt64;
      if (is_run) return Unsupported("a bias of int64 is computed in the run");
    } else if (scaled.input(i)) {
      LITEVK_RETURN_IF_ERROR(CheckScaled(*inputs[i], false, opset));
    }
  }
  if (scaled.lacks_scales()) return Unsupported("its inputs are numbers without a scale");
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (scaled.output(i)) LITEVK_RETURN_IF_ERROR(CheckScaled(*outputs[i], true, opset));
  }
  return {};
}

// Fails where the node's tensors are not for ONNX, or not what the operator takes.
Status CheckNode(const ir::Graph& graph, const ir::Node& node, const OpRow& row) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  for (const auto& tensors : {inputs, outputs}) {
    for (const ir::Tensor* tensor : tensors) {
      if (tensor != nullptr) LITEVK_RETURN_IF_ERROR(CheckTensor(*tensor));
    }
  }
  return CheckTypes(row.info, inputs, outputs);
}

std::string OperatorOf(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  if (info != nullptr) return std::string(info->name);
  return node.custom_name.empty() ? "operator " + std::to_string(node.op_code) : node.custom_name;
}

}  // namespace

GraphConversion::GraphConversion(const ir::Graph& graph, const LayoutPlan& plan, const OpSettings& settings,
                                 ::onnx::GraphProto& proto)
    : graph_(graph),
      plan_(plan),
      settings_(settings),
      proto_(proto),
      writer_(proto),
      values_(graph, writer_, settings.opset >= kOpsetOfPacked),
      constant_producers_(graph.tensors.size(), -1) {
  values_.set_compute_known([this](ir::TensorId id, const Order& order) { return ComputeKnown(id, order); });
}

void GraphConversion::Refuse(const ir::Node& node, const std::string& reason) {
  const std::string op = OperatorOf(node);
  auto found = std::ranges::find_if(
      refusals_, [&](const Refusal& refusal) { return refusal.op == op && refusal.reason == reason; });
  if (found == refusals_.end()) found = refusals_.insert(found, {op, reason, {}});
  found->nodes.push_back(node.index);
}

// A node of one input whose value follows from a stored tensor, whatever the order of dims: it is written
// where it is read, in the order of its reader.
bool GraphConversion::IsConstantChain(const ir::Node& node) const {
  const OpInfo* info = FindOpInfo(node);
  if (info == nullptr || info->layout.role != LayoutRole::kTransparent) return false;
  if (node.inputs.size() != 1 || node.outputs.size() != 1) return false;
  const ir::TensorId id = node.inputs.front();
  return id != ir::kAbsent &&
         (graph_.tensor(id).is_known() || constant_producers_[static_cast<size_t>(id)] >= 0);
}

Name GraphConversion::ComputeKnown(ir::TensorId id, const Order& order) {
  const int position = constant_producers_[static_cast<size_t>(id)];
  if (position < 0) return {};  // a node before was refused, and so is the model
  WriteNode(graph_.nodes[static_cast<size_t>(position)], {{order}, {order}, {}});
  return values_.IsDefined(id) ? values_.Read(id, order) : Name();
}

Status GraphConversion::Write(const OpRow& row, const ir::Node& node, NodeWriter& writer) {
  if (!row.is_function || !writer.is_scaled(0)) return row.write(writer);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> table, FindNumberTable(graph_, node));
  if (table.empty()) return row.write(writer);
  writer.WriteLookedUp(table);
  return {};
}

void GraphConversion::WriteNode(const ir::Node& node, const NodeLayout& layout) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr) return Refuse(node, "no form in ONNX is known for it");
  Status status = CheckNode(graph_, node, *row);
  if (status.ok()) status = CheckNumbers(graph_, node, *row, settings_.opset);
  if (!status.ok()) return Refuse(node, status.message());
  NodeWriter writer({graph_, node, layout, *row, settings_, values_, writer_});
  status = Write(*row, node, writer);
  if (status.ok()) status = writer.CheckWritten();
  if (!status.ok()) Refuse(node, status.message());
}

Status GraphConversion::AddInputs(const std::vector<ir::TensorId>& ids) {
  for (const ir::TensorId id : ids) {
    const ir::Tensor& tensor = graph_.tensor(id);
    if (values_.IsDefined(id)) return Unsupported("tensor '" + tensor.name + "' is an input twice");
    if (OnnxType(tensor.type) == 0) {
      return Unsupported("input '" + tensor.name + "' is " + std::string(ir::Name(tensor.type)) +
                         ", which this converter writes no tensors of");
    }
    const Order& order = plan_.tensors[static_cast<size_t>(id)];
    ::onnx::ValueInfoProto& info = *proto_.add_input();
    info.set_name(writer_.Unique(tensor.name));
    SetType(info, tensor, order);
    values_.Define(id, info.name(), order);
  }
  return {};
}

Status GraphConversion::AddOutputs(const std::vector<ir::TensorId>& ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    const ir::Tensor& tensor = graph_.tensor(ids[i]);
    if (OnnxType(tensor.type) == 0) {
      return Unsupported("output '" + tensor.name + "' is " + std::string(ir::Name(tensor.type)) +
                         ", which this converter writes no tensors of");
    }
    const Order order = i < plan_.outputs.size() ? plan_.outputs[i] : Order();
    ::onnx::ValueInfoProto& info = *proto_.add_output();
    info.set_name(values_.NameOutput(ids[i], order));
    SetType(info, tensor, order);
  }
  return {};
}

Status GraphConversion::Run() {
  for (size_t i = 0; i < graph_.outputs.size(); ++i) {
    values_.ReserveOutput(graph_.outputs[i], i < plan_.outputs.size() ? plan_.outputs[i] : Order());
  }
  LITEVK_RETURN_IF_ERROR(AddInputs(graph_.inputs));
  for (size_t position = 0; position < graph_.nodes.size(); ++position) {
    const ir::Node& node = graph_.nodes[position];
    if (IsConstantChain(node)) {
      constant_producers_[static_cast<size_t>(node.outputs.front())] = static_cast<int>(position);
    } else {
      WriteNode(node, plan_.nodes[position]);
    }
  }
  if (!refusals_.empty()) return {};
  LITEVK_RETURN_IF_ERROR(AddOutputs(graph_.outputs));
  for (const auto& [id, name] : values_.named()) {
    const ir::Tensor& tensor = graph_.tensor(id);
    writer_.Describe(name, values_.WrittenType(id), WrittenDims(tensor.dims, values_.WrittenOrder(id)));
  }
  writer_.Finish();
  return {};
}

}  // namespace litevk::to_onnx
