#include "onnx/facts/node_facts.h"

#include <string>

namespace litevk::to_onnx {

NodeFacts::NodeFacts(const NodeContext& context)
    : context_(context),
      scaled_(context.row, ir::TensorsOf(context.graph, context.node.inputs),
              ir::TensorsOf(context.graph, context.node.outputs)) {}

bool NodeFacts::has(size_t input) const { return input < input_count() && input_id(input) != ir::kAbsent; }

std::vector<const ir::Tensor*> NodeFacts::inputs() const {
  return ir::TensorsOf(context_.graph, context_.node.inputs);
}

std::vector<const ir::Tensor*> NodeFacts::intermediates() const {
  return ir::TensorsOf(context_.graph, context_.node.intermediates);
}

bool NodeFacts::has_wide_sums(size_t index) const {
  return input(index).type == ir::DataType::kInt16 && context_.row.sums.wide_input != nullptr &&
         context_.row.sums.wide_input(context_.node) == index;
}

Result<std::vector<int64_t>> NodeFacts::Known(size_t index) const {
  const ir::Tensor& tensor = input(index);
  if (tensor.is_known() && tensor.sparsity == nullptr) return ir::StoredIndices(tensor);
  return Unsupported("the values of its input " + std::to_string(index) + " are computed in the run");
}

}  // namespace litevk::to_onnx
