#include "onnx/common/diagonal.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status MatrixDiag(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int64_t size = node.output(0).dims.channels();
  const Name rows = onnx.Unsqueeze(node.Read(0, {}), {-1});
  node.Write(0, onnx.Add("Where", {DiagonalMask(onnx, size, size), rows, node.ScalarLike(node.input(0), 0)}),
             {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(matrix_diag, .write = MatrixDiag,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kUInt8}},
               .quantization = {.takes_only_floats = true})
