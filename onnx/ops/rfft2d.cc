#include <algorithm>

#include "onnx/common/complex.h"

namespace litevk::to_onnx {
namespace {

constexpr int kOpsetOfDft = 17;
constexpr int kOpsetOfAxes = 20;  // first opset in which the axes are inputs

// Returns the transform along a dim. The last dim holds real values only, or both parts of complex ones.
Name Transformed(NodeWriter& node, const Name& value, int64_t axis, bool is_real) {
  Emitter& onnx = node.onnx();
  Attributes attributes;
  if (is_real) attributes.emplace_back("onesided", int64_t{1});
  if (node.settings().opset >= kOpsetOfAxes) {
    return onnx.Add("DFT", {value, "", onnx.Int(axis)}, attributes);
  }
  attributes.emplace_back("axis", axis);
  return onnx.Add("DFT", {value}, attributes);
}

// Returns images of `rows` and `columns`: the input's, cropped or zero-padded.
Name Cut(NodeWriter& node, int64_t rows, int64_t columns) {
  Emitter& onnx = node.onnx();
  const ir::Shape& dims = node.input(0).dims;
  const int64_t height = dims[dims.rank() - 2];
  const int64_t width = dims[dims.rank() - 1];
  Name value = onnx.Reshape(node.Read(0, {}), {-1, height, width, 1});
  const std::vector<bool> open = node.settings().open_axes->Ask({height, width});
  const bool is_open = open[0] || open[1];
  if (!is_open && height == rows && width == columns) return value;
  // Open sides may be longer or shorter. Padding by the wanted size is always enough.
  const int64_t more_rows = is_open ? rows : std::max<int64_t>(rows - height, 0);
  const int64_t more_columns = is_open ? columns : std::max<int64_t>(columns - width, 0);
  value = onnx.Pad(value, {0, 0, 0, 0, 0, more_rows, more_columns, 0}, onnx.Float(0));
  return onnx.Slice(value, {0, 0}, {rows, columns}, {1, 2});
}

}  // namespace

// Transforms rows first, of which the conjugate half is dropped, and then columns.
static Status Rfft2d(NodeWriter& node) {
  if (node.settings().opset < kOpsetOfDft)
    return Unsupported("ONNX transforms signals from opset 17 on: use --opset 17");
  if (!node.output_permutation(0).empty())
    return Unsupported("its complex numbers have dims in another order");
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> lengths, node.Known(1));
  const Name rows = Transformed(node, Cut(node, lengths[0], lengths[1]), 2, true);
  const Name both = lengths[0] == 1 ? rows : Transformed(node, rows, 1, false);
  node.Write(0, node.onnx().Reshape(both, DimsOfParts(node.output(0))), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(rfft2d, .write = Rfft2d, .types = {.takes_complex = true})
