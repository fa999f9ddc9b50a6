#include "runtime/onnx/families/diagonal.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status MatrixSetDiag(NodeWriter& node) {
  const ir::Shape& dims = node.output(0).dims;
  const int64_t rows = dims[dims.rank() - 2];
  const int64_t columns = dims[dims.rank() - 1];
  Name diagonal = node.Read(1, {});
  if (columns > rows) {
    std::vector<int64_t> pads(2 * static_cast<size_t>(dims.rank() - 1));
    pads.back() = columns - rows;
    diagonal = node.Pad(diagonal, pads, node.NumberLike(node.input(1), 0));
  }
  const bool is_tall = rows > columns;
  if (is_tall) diagonal = node.Slice(diagonal, {0}, {columns}, {-1});
  const Name row = node.Unsqueeze(diagonal, {-2});
  node.Write(0, node.Add("Where", {DiagonalMask(node, rows, columns), row, node.Read(0, {})}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(matrix_set_diag, .write = MatrixSetDiag, .natives = kNumeric, .takes_floats_alone = true)
