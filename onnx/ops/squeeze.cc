#include <algorithm>

#include "onnx/common/complex.h"
#include "onnx/common/reshape.h"

namespace litevk::to_onnx {
namespace {

// Says whether dims that differ from run to run are squeezed in those runs in which they are 1.
bool DecidesInARun(NodeWriter& node) {
  if (node.params<abi::TfLiteSqueezeParams>().num_squeeze_dims > 0 || IsComplex(node.input(0))) return false;
  const std::vector<bool> open = node.settings().open_axes->Ask(WrittenDims(node.input(0).dims, {}));
  return std::ranges::any_of(open, [](bool is_open) { return is_open; });
}

Status WriteSqueezed(NodeWriter& node) {
  if (!DecidesInARun(node)) return WriteReshaped(node);
  node.Write(0, node.onnx().Add("Squeeze", {node.Read(0, {})}), {});
  return {};
}

}  // namespace
}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(squeeze, .write = WriteSqueezed, .types = {.takes_complex = true},
               .dims = {.is_polynomial = true})
