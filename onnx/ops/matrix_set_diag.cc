#include <algorithm>

#include "onnx/common/diagonal.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the diagonals, one for each matrix. TFLite reads their elements consecutively, whatever their dims.
static Name ReadDiagonals(NodeWriter& node, const ir::Shape& dims, int64_t length) {
  Emitter& onnx = node.onnx();
  Name diagonal = node.Read(1, {});
  std::vector<int64_t> wanted = WrittenDims(dims, {});
  wanted.pop_back();
  wanted.back() = length;
  const ir::Shape& given = node.input(1).dims;
  if (WrittenDims(given, {}) == wanted) return diagonal;
  const int64_t matrices = dims.NumElements() / (int64_t{dims[dims.rank() - 2]} * dims[dims.rank() - 1]);
  const Name flat = onnx.Reshape(diagonal, {given.NumElements()});
  return onnx.Reshape(onnx.Slice(flat, {0}, {matrices * length}, {0}), wanted);
}

static Status MatrixSetDiag(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const ir::Shape& dims = node.output(0).dims;
  const int64_t rows = dims[dims.rank() - 2];
  const int64_t columns = dims[dims.rank() - 1];
  const int64_t length = std::min(rows, columns);
  Name diagonal = dims.NumElements() == 0 ? node.Read(1, {}) : ReadDiagonals(node, dims, length);
  if (columns > rows) {
    std::vector<int64_t> pads(2 * static_cast<size_t>(dims.rank() - 1));
    pads.back() = columns - rows;
    diagonal = onnx.Pad(diagonal, pads, node.ScalarLike(node.input(1), 0));
  }
  const Name row = onnx.Unsqueeze(diagonal, {-2});
  node.Write(0, onnx.Add("Where", {DiagonalMask(onnx, rows, columns), row, node.Read(0, {})}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(matrix_set_diag, .write = MatrixSetDiag, .types = {.native = kNumeric},
               .quantization = {.takes_only_floats = true})
