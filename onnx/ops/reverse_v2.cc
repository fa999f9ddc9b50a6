#include <limits>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ReverseV2(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, node.Known(1));
  std::vector<int64_t> written;
  written.reserve(axes.size());
  for (const int64_t axis : axes) {
    written.push_back(Moved(static_cast<int>(axis), node.permutation(0), node.input(0).dims.rank()));
  }
  const std::vector<int64_t> steps(axes.size(), -1);
  const std::vector<int64_t> ends(axes.size(), std::numeric_limits<int32_t>::min());
  node.Write(0,
             onnx.Add("Slice", {node.Read(0), onnx.Dims(steps), onnx.Dims(ends), onnx.Dims(written),
                                onnx.Dims(steps)}),
             node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reverse_v2, .write = ReverseV2)
