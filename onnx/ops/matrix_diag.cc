#include "onnx/common/diagonal.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status MatrixDiag(NodeWriter& node) {
  const int64_t size = node.output(0).dims.channels();
  const Name rows = node.Unsqueeze(node.Read(0, {}), {-1});
  node.Write(0, node.Add("Where", {DiagonalMask(node, size, size), rows, node.NumberLike(node.input(0), 0)}),
             {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(matrix_diag, .write = MatrixDiag,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kUInt8}},
               .quantization = {.takes_only_floats = true})
