#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Cumsum(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteCumsumParams>();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axis, node.Known(1));
  const int64_t written =
      Moved(static_cast<int>(axis.front()), node.permutation(0), node.input(0).dims.rank());
  const Attributes attributes = {{"exclusive", int64_t{params.exclusive}},
                                 {"reverse", int64_t{params.reverse}}};
  node.Write(0, node.onnx().Add("CumSum", {node.Read(0), node.onnx().Int(written)}, attributes),
             node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(cumsum, .write = Cumsum)
