#include "runtime/model/model_graph.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "runtime/ir/import_tensor.h"
#include "runtime/model/builtin_code.h"
#include "runtime/model/load_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/builtin_options.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<ir::TensorId> ImportIds(const flatbuffers::Vector<int32_t>* indices) {
  std::vector<ir::TensorId> ids;
  if (indices == nullptr) return ids;
  for (const int32_t index : *indices) ids.push_back(index < 0 ? ir::kAbsent : index);
  return ids;
}

Result<ir::Node> ImportNode(const Model& model, const schema::Operator& op, int index) {
  const schema::OperatorCode& code = *model.root().operator_codes()->Get(op.opcode_index());
  ir::Node node;
  node.index = index;
  node.op_code = BuiltinCodeOf(code);
  node.version = code.version();
  if (node.op_code == abi::kTfLiteBuiltinCustom && code.custom_code() != nullptr) {
    node.custom_name = code.custom_code()->str();
    const std::span<const std::byte> options = model.CustomOptions(op);
    node.custom_options.assign(options.begin(), options.end());
  }
  node.inputs = ImportIds(op.inputs());
  node.outputs = ImportIds(op.outputs());
  node.intermediates = ImportIds(op.intermediates());
  if (IsCustom(node)) {
    ResolveCustomNode(node, model.CustomOptions(op));
    return node;
  }
  const OpInfo* info = FindOpInfo(node.op_code);
  if (info != nullptr && info->params.bytes > 0) {
    LITEVK_ASSIGN_OR_RETURN(const BuiltinData data, ParseBuiltinOptions(op, node.op_code));
    node.params = ir::Params(data.get(), info->params.bytes);
  }
  return node;
}

// Returns the subgraphs whose nodes the operator's kernel inspects. Model has checked the options.
std::vector<int> ReadSubgraphs(const Model& model, const schema::Operator& op) {
  const OpInfo* info = FindOpInfo(BuiltinCodeOf(*model.root().operator_codes()->Get(op.opcode_index())));
  if (info == nullptr || !info->reads_called_nodes) return {};
  const Result<BuiltinData> data = ParseBuiltinOptions(op, info->op_code);
  return data.ok() ? info->called_subgraphs(data->get()) : std::vector<int>();
}

}  // namespace

void ModelGraph::Freer::operator()(abi::TfLiteTensor* tensors) const {
  for (size_t id = 0; id < count; ++id) FreeTensor(tensors[id]);
  delete[] tensors;
}

Status ModelGraph::ImportTensors(const Model& model, const schema::SubGraph& subgraph) {
  if (subgraph.tensors() == nullptr) return {};
  const size_t count = subgraph.tensors()->size();
  tensors_ = {new abi::TfLiteTensor[count](), Freer{count}};
  for (size_t id = 0; id < count; ++id) {
    const schema::Tensor* source = subgraph.tensors()->Get(static_cast<flatbuffers::uoffset_t>(id));
    if (const Status status = LoadTensor(model, *source, tensors_[id]); !status.ok()) {
      return {status.code(), "tensor " + std::to_string(id) + ": " + status.message()};
    }
  }
  for (size_t id = 0; id < count; ++id) {
    graph_.tensors.push_back(ImportTensor(tensors_[id], {tensors_.get(), count}));
  }
  return {};
}

Status ModelGraph::ImportNodes(const Model& model, const schema::SubGraph& subgraph) {
  if (subgraph.operators() == nullptr) return {};
  for (const schema::Operator* op : *subgraph.operators()) {
    const int index = static_cast<int>(graph_.nodes.size());
    auto node = ImportNode(model, *op, index);
    if (!node.ok()) {
      return {node.status().code(), "operator " + std::to_string(index) + ": " + node.status().message()};
    }
    graph_.nodes.push_back(std::move(*node));
  }
  return {};
}

Result<ModelGraph> ModelGraph::Import(const Model& model, const schema::SubGraph& subgraph) {
  ModelGraph result;
  if (subgraph.name() != nullptr) result.graph_.name = subgraph.name()->str();
  result.graph_.inputs = ImportIds(subgraph.inputs());
  result.graph_.outputs = ImportIds(subgraph.outputs());
  LITEVK_RETURN_IF_ERROR(result.ImportTensors(model, subgraph));
  LITEVK_RETURN_IF_ERROR(result.ImportNodes(model, subgraph));
  return result;
}

Result<ModelProgram> ModelProgram::Import(const Model& model) {
  ModelProgram result;
  for (const schema::SubGraph* subgraph : *model.root().subgraphs()) {
    LITEVK_ASSIGN_OR_RETURN(ModelGraph imported, ModelGraph::Import(model, *subgraph));
    result.program_.subgraphs.push_back(std::move(imported.graph()));
    result.owners_.push_back(std::move(imported));
  }
  return result;
}

std::vector<bool> FindReadSubgraphs(const Model& model) {
  const auto& subgraphs = *model.root().subgraphs();
  std::vector<bool> is_read(subgraphs.size());
  for (const schema::SubGraph* subgraph : subgraphs) {
    if (subgraph->operators() == nullptr) continue;
    for (const schema::Operator* op : *subgraph->operators()) {
      for (const int index : ReadSubgraphs(model, *op)) is_read[static_cast<size_t>(index)] = true;
    }
  }
  return is_read;
}

}  // namespace litevk
