#include "onnx/common/complex.h"

namespace litevk::to_onnx {

static Status Real(NodeWriter& node) {
  node.Write(0, ReadPart(node, 0), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(real, .write = Real, .types = {.takes_complex = true})
