#include "onnx/passes/pass.h"

#include <utility>

#include "onnx/facts/operator_name.h"

namespace litevk::to_onnx {

void PassContext::Refuse(const ir::Node& node, std::string reason) {
  refusals.push_back({pass, OperatorOf(node), node.index, std::move(reason)});
}

}  // namespace litevk::to_onnx
