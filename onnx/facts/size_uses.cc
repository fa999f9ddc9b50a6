#include "onnx/facts/size_uses.h"

#include "onnx/facts/digest.h"
#include "onnx/facts/op_row.h"

namespace litevk::to_onnx {
namespace {

std::string StoredTextOf(const ir::Tensor& tensor) {
  const auto* bytes = reinterpret_cast<const char*>(tensor.data.data());
  const std::string content = tensor.is_known() ? DigestOf({bytes, tensor.data.size()}) : "";
  return tensor.dims.ToString() + ":" + content + ";";
}

// Returns the dims without the first one, the batch, which operators on images ignore.
std::string SidesOf(const ir::Tensor& tensor) {
  std::string sides;
  for (int axis = 1; axis < tensor.dims.rank(); ++axis) sides += std::to_string(tensor.dims[axis]) + ",";
  return sides + ";";
}

}  // namespace

void NoteComputed(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses) {
  const OpInfo* info = FindOpInfo(node);
  const OpRow* row = FindOpRow(node.op_code);
  if (info->reads_only_dims || (row != nullptr && row->dims.is_polynomial)) return;
  SizeUse use = {std::string(info->name), node.index, {}};
  for (const ir::Tensor* tensor : ir::TensorsOf(graph, node.inputs)) {
    if (tensor != nullptr) use.integers += StoredTextOf(*tensor);
  }
  uses.push_back(std::move(use));
}

void NoteWritten(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses) {
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr || row->dims.follows_sides == nullptr || !row->dims.follows_sides(graph, node)) return;
  const std::string sides =
      SidesOf(graph.tensor(node.inputs.front())) + SidesOf(graph.tensor(node.outputs.front()));
  uses.push_back({std::string(row->info.name), node.index, sides});
}

}  // namespace litevk::to_onnx
