#include "onnx/common/complex.h"

namespace litevk::to_onnx {

static Status Imag(NodeWriter& node) {
  node.Write(0, ReadPart(node, 1), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(imag, .write = Imag, .types = {.takes_complex = true})
