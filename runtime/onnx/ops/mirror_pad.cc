#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static int64_t Mirrored(int64_t place, int64_t size, bool repeats_edge) {
  const int64_t edge = repeats_edge ? 1 : 0;
  if (place < 0) return -place - edge;
  return place < size ? place : 2 * size - 2 + edge - place;
}

// Pad has no form that repeats the edge: every place of the output is gathered.
static Status MirrorPad(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> pads, node.Known(1));
  const bool repeats_edge =
      node.params<abi::TfLiteMirrorPaddingParams>().mode == abi::kTfLiteMirrorPaddingSymmetric;
  const ir::Shape& dims = node.input(0).dims;
  Name value = node.Read(0);
  for (int axis = 0; axis < dims.rank(); ++axis) {
    const int64_t before = pads[2 * static_cast<size_t>(axis)];
    const int64_t after = pads[2 * static_cast<size_t>(axis) + 1];
    if (before == 0 && after == 0) continue;
    std::vector<int64_t> places;
    for (int64_t place = -before; place < dims[axis] + after; ++place) {
      places.push_back(Mirrored(place, dims[axis], repeats_edge));
    }
    const int64_t written = Moved(axis, node.order(0), dims.rank());
    value = node.Add("Gather", {value, node.Dims(places)}, {{"axis", written}});
  }
  node.Write(0, value, node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mirror_pad, .write = MirrorPad)
