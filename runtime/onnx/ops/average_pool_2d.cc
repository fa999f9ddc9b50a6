#include "runtime/onnx/families/pool.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status AveragePool2d(NodeWriter& node) {
  return Pool(node, "AveragePool", {{"count_include_pad", int64_t{0}}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(average_pool_2d, .write = AveragePool2d, .natives = kFloat32)
