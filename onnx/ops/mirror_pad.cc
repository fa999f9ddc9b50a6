#include "onnx/common/pad.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

bool RepeatsEdge(const NodeWriter& node) {
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
  return node.Dims(places);
}

// Returns the indices of StoredPlaces() for run-time paddings and size, which are scalars. Positions before
// the first element are mirrored first, then those behind the last one.
Name RunPlaces(NodeWriter& node, const Name& before, const Name& size, const Name& after) {
  const int64_t edge = RepeatsEdge(node) ? 1 : 0;
  const Name end = node.Add("Add", {size, after});
  const Name places = node.Add("Range", {node.Add("Neg", {before}), end, node.Int(1)});
  const Name turned = node.Add("Sub", {node.Int(-edge), places});
  const Name forward = node.Add("Where", {node.Add("Less", {places, node.Int(0)}), turned, places});
  const Name twice = node.Add("Add", {node.Add("Mul", {size, node.Int(2)}), node.Int(edge - 2)});
  const Name back = node.Add("Sub", {twice, forward});
  return node.Add("Where", {node.Add("Less", {forward, size}), forward, back});
}

Name ElementAt(NodeWriter& node, const Name& vector, int64_t place) {
  return node.Add("Gather", {vector, node.Int(place)}, {{"axis", int64_t{0}}});
}

Status MirrorByRun(NodeWriter& node) {
  const int rank = node.input(0).dims.rank();
  const Name paddings = node.Reshape(ReadPaddings(node), {-1});
  Name value = node.Read(0);
  const Name sizes = node.Add("Shape", {value});
  for (int axis = 0; axis < rank; ++axis) {
    const int64_t written = Moved(axis, node.order(0), rank);
    const int64_t place = 2 * int64_t{axis};
    const Name places = RunPlaces(node, ElementAt(node, paddings, place), ElementAt(node, sizes, written),
                                  ElementAt(node, paddings, place + 1));
    value = node.Add("Gather", {value, places}, {{"axis", written}});
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
    value = node.Add("Gather", {value, places}, {{"axis", written}});
  }
  node.Write(0, value, node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mirror_pad, .write = MirrorPad, .dims = {.from_values = true})
