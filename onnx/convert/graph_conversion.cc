#include "onnx/convert/graph_conversion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "onnx.pb.h"
#include "onnx/common/complex.h"
#include "onnx/convert/check_node.h"
#include "onnx/facts/data_type.h"
#include "onnx/facts/operator_name.h"
#include "onnx/write/quantized_table.h"
#include "onnx/write/value_info.h"
#include "runtime/ir/packed_elements.h"

namespace litevk::to_onnx {
namespace {

// True if the node multiplies floats with quantized weights. TFLite's kernels then quantize the floats too.
bool IsDynamicInt8(const ir::Graph& graph, const ir::Node& node) {
  if (!CalledSubgraphs(node).empty()) return false;
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const auto is_float = [](const ir::Tensor* tensor) {
    return tensor != nullptr && tensor->type == ir::DataType::kFloat32;
  };
  const auto is_quantized = [](const ir::Tensor* tensor) {
    return tensor != nullptr && tensor->is_known() && IsQuantized(*tensor) &&
           ir::ByteSize(ir::UnpackedType(tensor->type)) == 1;
  };
  return std::ranges::any_of(inputs, is_float) && std::ranges::any_of(inputs, is_quantized);
}

}  // namespace

GraphConversion::GraphConversion(const ir::Graph& graph, const LayoutPlan& plan, const OpSettings& settings,
                                 States& states, SubgraphCalls& subgraphs, GraphWriter& writer)
    : graph_(graph),
      plan_(plan),
      settings_(settings),
      states_(states),
      subgraphs_(subgraphs),
      proto_(writer.graph()),
      writer_(writer),
      values_(graph, writer_, settings.opset),
      constant_producers_(graph.tensors.size(), -1) {
  values_.set_compute_known(
      [this](ir::TensorId id, const Permutation& permutation) { return ComputeKnown(id, permutation); });
  values_.set_compute_columns(
      [this](ir::TensorId id, const ColumnLayout& columns) { ComputeColumns(id, columns); });
}

void GraphConversion::Refuse(const ir::Node& node, const std::string& reason) {
  AddRefusal(refusals_, OperatorOf(node), reason, node.index);
}

// True for a node of one input that computes constants in any layout. It is written by its reader, in the
// reader's layout.
bool GraphConversion::IsConstantChain(const ir::Node& node) const {
  const OpInfo* info = FindOpInfo(node);
  if (info == nullptr || info->layout.role != LayoutRole::kTransparent) return false;
  if (node.inputs.size() != 1 || node.outputs.size() != 1) return false;
  const ir::TensorId id = node.inputs.front();
  return id != ir::kAbsent &&
         (graph_.tensor(id).is_known() || constant_producers_[static_cast<size_t>(id)] >= 0);
}

Name GraphConversion::ComputeKnown(ir::TensorId id, const Permutation& permutation) {
  const int position = constant_producers_[static_cast<size_t>(id)];
  if (position < 0) return {};  // an earlier node was refused, and so is the model
  WriteNode(graph_.nodes[static_cast<size_t>(position)], {{permutation}, {permutation}, {}});
  return values_.IsDefined(id) ? values_.Read(id, permutation) : Name();
}

// Columns with scales of their own cannot be reordered without them.
bool GraphConversion::HasMovableColumns(ir::TensorId id) const {
  const ir::Tensor& tensor = graph_.tensor(id);
  if (IsQuantized(tensor)) return false;
  const int position = constant_producers_[static_cast<size_t>(id)];
  if (position < 0) return tensor.is_known();
  return HasMovableColumns(graph_.nodes[static_cast<size_t>(position)].inputs.front());
}

void GraphConversion::ComputeColumns(ir::TensorId id, const ColumnLayout& columns) {
  const int position = constant_producers_[static_cast<size_t>(id)];
  if (position < 0 || !HasMovableColumns(id)) return;
  WriteNode(graph_.nodes[static_cast<size_t>(position)], {{Permutation()}, {Permutation()}, columns});
}

Status GraphConversion::WriteWithTable(const OpRow& row, const ir::Node& node, NodeWriter& writer) {
  if (!row.lookup.is_elementwise || !writer.is_scaled(0)) return row.write(writer);
  // An int16 table is large, and a table in place of an integer kernel is slow. Here a difference of one step
  // is accepted.
  const bool is_small = ir::ByteSize(writer.output(0).type) == 1 && !row.lookup.has_integer_kernel;
  const int steps = is_small || settings_.follows_roundings ? 0 : 1;
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> table, FindQuantizedTable(graph_, node, steps));
  if (table.empty()) return row.write(writer);
  writer.quantized().WriteLookedUp(table);
  return {};
}

void GraphConversion::WriteNode(const ir::Node& node, const NodeLayout& layout) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr) return Refuse(node, "no form in ONNX is known for it");
  Status status = CheckNode(graph_, node, *row, settings_.opset);
  if (!status.ok()) return Refuse(node, status.message());
  NodeWriter writer({graph_, node, layout, *row, settings_}, {values_, writer_, states_, subgraphs_});
  status = WriteWithTable(*row, node, writer);
  if (status.ok()) status = writer.CheckWritten();
  if (!status.ok()) Refuse(node, status.message());
  for (const std::string_view reason : {row->approximation, writer.approximation()}) {
    if (!reason.empty()) AddRefusal(approximations_, OperatorOf(node), std::string(reason), node.index);
  }
  if (IsDynamicInt8(graph_, node)) {
    AddRefusal(approximations_, OperatorOf(node),
               "TFLite rounds its values to int8 before it multiplies them; ONNX multiplies floats",
               node.index);
  }
}

// Refuses an edge or variable of the graph whose type ONNX has no tensors of. Returns true if it was refused.
bool GraphConversion::RefuseType(const std::string& what, const ir::Tensor& tensor) {
  if (OnnxType(tensor.type) != 0) return false;
  const std::string name = "'" + tensor.name + "'";
  const std::string reason = tensor.type == ir::DataType::kString
                                 ? RefuseStrings(name).message()
                                 : name + " is " + std::string(ir::Name(tensor.type)) +
                                       ", which this converter writes no tensors of";
  AddRefusal(refusals_, what, reason, std::nullopt);
  return true;
}

Status GraphConversion::AddInputs(const std::vector<ir::TensorId>& ids) {
  for (const ir::TensorId id : ids) {
    const ir::Tensor& tensor = graph_.tensor(id);
    if (values_.IsDefined(id)) return Unsupported("tensor '" + tensor.name + "' is an input twice");
    if (RefuseType("input", tensor)) continue;
    const Permutation& permutation = plan_.tensors[static_cast<size_t>(id)];
    ::onnx::ValueInfoProto& info = *proto_.add_input();
    info.set_name(writer_.Unique(tensor.name));
    SetType(info, tensor, permutation);
    values_.Define(id, info.name(), permutation);
  }
  return {};
}

void GraphConversion::AddOutputs(const std::vector<ir::TensorId>& ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    const ir::Tensor& tensor = graph_.tensor(ids[i]);
    const Permutation permutation = i < plan_.outputs.size() ? plan_.outputs[i] : Permutation();
    ::onnx::ValueInfoProto& info = *proto_.add_output();
    info.set_name(values_.NameOutput(ids[i], permutation));
    SetType(info, tensor, permutation);
  }
}

// The input's default is the state's first value.
void GraphConversion::AddStateInputs() {
  for (State& state : states_.list()) {
    if (OnnxType(state.tensor.type) == 0) {
      AddRefusal(refusals_, "variable",
                 "'" + state.name + "' is " + std::string(ir::Name(state.tensor.type)) +
                     ", which this converter keeps no values of",
                 std::nullopt);
      continue;
    }
    const Constant initial = {OnnxType(state.tensor.type), WrittenDims(state.tensor.dims, state.permutation),
                              state.initial};
    state.value = writer_.AddConstant(initial, state.name);
    ::onnx::ValueInfoProto& info = *proto_.add_input();
    info.set_name(state.value);
    SetType(info, state.tensor, state.permutation);
    state_names_.emplace_back(state.value, Name());
  }
}

void GraphConversion::AddStateOutputs() {
  for (size_t i = 0; i < state_names_.size(); ++i) {
    const State& state = states_.list()[i];
    Name& name = state_names_[i].second;
    name = writer_.Unique(state_names_[i].first + "_next");
    writer_.Call(state.value, name);
    ::onnx::ValueInfoProto& info = *proto_.add_output();
    info.set_name(name);
    SetType(info, state.tensor, state.permutation);
  }
}

Status GraphConversion::Run(const std::function<void(size_t done, size_t total)>& on_progress) {
  for (size_t i = 0; i < graph_.outputs.size(); ++i) {
    values_.ReserveOutput(graph_.outputs[i], i < plan_.outputs.size() ? plan_.outputs[i] : Permutation());
  }
  LITEVK_RETURN_IF_ERROR(AddInputs(graph_.inputs));
  AddStateInputs();
  WriteNodes(on_progress);
  for (const ir::TensorId id : graph_.outputs) RefuseType("output", graph_.tensor(id));
  if (!refusals_.empty()) return {};
  AddOutputs(graph_.outputs);
  AddStateOutputs();
  writer_.Finish();
  return {};
}

SizeAxis GraphConversion::SizeAxisOf(const OpenAxis& axis) const {
  if (!values_.IsDefined(axis.tensor)) return {};
  const int rank = graph_.tensor(axis.tensor).dims.rank();
  return {values_.WrittenName(axis.tensor), Moved(axis.axis, values_.WrittenPermutation(axis.tensor), rank)};
}

void GraphConversion::TakeAxes(size_t begin, size_t end, RunDims& dims) const {
  for (size_t i = begin; i < end; ++i) dims.SetAxis(i, SizeAxisOf(dims.dims()[i].axes.front()));
}

Result<std::vector<Name>> GraphConversion::RunCalled(const std::vector<ir::TensorId>& inputs,
                                                     const std::vector<Name>& names) {
  for (size_t i = 0; i < inputs.size(); ++i) values_.Define(inputs[i], names[i], {});
  WriteNodes(nullptr);
  if (!refusals_.empty()) return Unsupported("its subgraphs have nodes that have no form in ONNX here");
  std::vector<Name> outputs;
  for (const ir::TensorId id : graph_.outputs) {
    LITEVK_RETURN_IF_ERROR(CheckTensor(graph_.tensor(id), false));
    outputs.push_back(values_.Read(id, {}));
  }
  Describe();
  return outputs;
}

void GraphConversion::WriteNodes(const std::function<void(size_t done, size_t total)>& on_progress) {
  for (size_t position = 0; position < graph_.nodes.size(); ++position) {
    const ir::Node& node = graph_.nodes[position];
    if (IsConstantChain(node)) {
      constant_producers_[static_cast<size_t>(node.outputs.front())] = static_cast<int>(position);
    } else {
      WriteNode(node, plan_.nodes[position]);
    }
    if (on_progress) on_progress(position + 1, graph_.nodes.size());
  }
}

void GraphConversion::Describe() {
  for (const auto& [id, name] : values_.named()) {
    const ir::Tensor& tensor = graph_.tensor(id);
    writer_.Describe(name, values_.WrittenType(id), WrittenDims(tensor.dims, values_.WrittenPermutation(id)));
  }
}

}  // namespace litevk::to_onnx
