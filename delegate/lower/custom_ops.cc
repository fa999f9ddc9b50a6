#include "delegate/lower/custom_ops.h"

#include <iterator>

#include "runtime/opset/custom_ops.h"

namespace litevk {

void CustomOps::Resolve(ir::Graph& graph) const {
  for (ir::Node& node : graph.nodes) {
    if (!IsCustom(node)) continue;
    node.custom_op = Find(graph, node);
    // A user's operator goes before one of the project's of the same name, kernels included.
    if (node.custom_op != nullptr) node.op_code = abi::kTfLiteBuiltinCustom;
  }
}

std::string_view CustomOps::WhyNot(const std::string& name) const {
  const auto found = refused_.find(name);
  return found == refused_.end() ? std::string_view() : found->second;
}

std::shared_ptr<const CustomOp> CustomOps::Find(const ir::Graph& graph, const ir::Node& node) const {
  std::shared_ptr<const CustomOp> latest;
  for (auto op = std::rbegin(ops_); op != std::rend(ops_); ++op) {
    if (!(*op)->HasNameOf(node)) continue;
    if ((*op)->TakesTypesOf(graph, node)) return *op;
    if (latest == nullptr) latest = *op;
  }
  return latest;
}

}  // namespace litevk
