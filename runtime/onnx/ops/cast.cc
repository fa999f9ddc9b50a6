#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Cast(NodeWriter& node) {
  node.Write(0, node.Cast(node.Read(0), node.output(0).type), node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(cast, .write = Cast, .numbers = NumberUse::kMeanThemselves, .is_polynomial = true)
