#include "onnx/common/pad.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

bool RepeatsEdge(const NodeFacts& node) {
  return node.params<abi::TfLiteMirrorPaddingParams>().mode == abi::kTfLiteMirrorPaddingSymmetric;
}

int64_t Mirrored(int64_t place, int64_t size, bool repeats_edge) {
  const int64_t edge = repeats_edge ? 1 : 0;
  if (place < 0) return -place - edge;
  return place < size ? place : 2 * size - 2 + edge - place;
}

// Returns the index of the mirrored element for each position of a padded dim.
Name StoredPlaces(NodeWriter& node, int64_t before, int64_t size, int64_t after) {
  std::vector<int64_t> places;
  for (int64_t place = -before; place < size + after; ++place) {
    places.push_back(Mirrored(place, size, RepeatsEdge(node)));
  }
  return node.onnx().Dims(places);
}

// Returns the indices of StoredPlaces() for run-time paddings and size, which are scalars. Positions before
// the first element are mirrored first, then those behind the last one.
Name RunPlaces(NodeWriter& node, const Name& before, const Name& size, const Name& after) {
  Emitter& onnx = node.onnx();
  const int64_t edge = RepeatsEdge(node) ? 1 : 0;
  const Name end = onnx.Add("Add", {size, after});
  const Name places = onnx.Add("Range", {onnx.Add("Neg", {before}), end, onnx.Int(1)});
  const Name turned = onnx.Add("Sub", {onnx.Int(-edge), places});
  const Name forward = onnx.Add("Where", {onnx.Add("Less", {places, onnx.Int(0)}), turned, places});
  const Name twice = onnx.Add("Add", {onnx.Add("Mul", {size, onnx.Int(2)}), onnx.Int(edge - 2)});
  const Name back = onnx.Add("Sub", {twice, forward});
  return onnx.Add("Where", {onnx.Add("Less", {forward, size}), forward, back});
}

Name ElementAt(Emitter& onnx, const Name& vector, int64_t place) {
  return onnx.Add("Gather", {vector, onnx.Int(place)}, {{"axis", int64_t{0}}});
}

Status MirrorByRun(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int rank = node.input(0).dims.rank();
  const Name paddings = onnx.Reshape(ReadPaddings(node), {-1});
  Name value = node.Read(0);
  const Name sizes = onnx.Add("Shape", {value});
  for (int axis = 0; axis < rank; ++axis) {
    const int64_t written = Moved(axis, node.order(0), rank);
    const int64_t place = 2 * int64_t{axis};
    const Name places = RunPlaces(node, ElementAt(onnx, paddings, place), ElementAt(onnx, sizes, written),
                                  ElementAt(onnx, paddings, place + 1));
    value = onnx.Add("Gather", {value, places}, {{"axis", written}});
  }
  node.Write(0, value, node.order(0));
  return {};
}

}  // namespace

// Gathers every element of the output, since Pad has no mode that repeats the edge.
static Status MirrorPad(NodeWriter& node) {
  const Result<std::vector<int64_t>> pads = node.Known(1);
  if (!pads.ok()) return MirrorByRun(node);
  const ir::Shape& dims = node.input(0).dims;
  Name value = node.Read(0);
  for (int axis = 0; axis < dims.rank(); ++axis) {
    const int64_t before = (*pads)[2 * static_cast<size_t>(axis)];
    const int64_t after = (*pads)[2 * static_cast<size_t>(axis) + 1];
    if (before == 0 && after == 0) continue;
    const int64_t written = Moved(axis, node.order(0), dims.rank());
    const Name places = StoredPlaces(node, before, dims[axis], after);
    value = node.onnx().Add("Gather", {value, places}, {{"axis", written}});
  }
  node.Write(0, value, node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mirror_pad, .write = MirrorPad, .dims = {.from_values = true})
