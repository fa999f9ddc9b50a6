#include "onnx/passes/written_pass.h"

#include <utility>

#include "onnx.pb.h"

namespace litevk::to_onnx {

void Refuse(const ::onnx::NodeProto& node, std::string reason, PassContext& context) {
  const std::string result = node.output_size() > 0 ? node.output(0) : "";
  context.refusals.push_back({context.pass, node.op_type() + " '" + result + "'", {}, std::move(reason)});
}

}  // namespace litevk::to_onnx
