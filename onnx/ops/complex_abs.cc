#include "onnx/common/complex.h"
#include "onnx/common/reduce.h"

namespace litevk::to_onnx {

static Status ComplexAbs(NodeWriter& node) {
  const int64_t axis = node.input(0).dims.rank();
  node.Write(0, Reduced(node, "ReduceL2", node.Read(0, {}), {axis}, false), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(complex_abs, .write = ComplexAbs, .types = {.takes_complex = true})
