#include "onnx/common/pad.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

bool RepeatsEdge(const NodeFacts& node) {
  return node.params<abi::TfLiteMirrorPaddingParams>().mode == abi::kTfLiteMirrorPaddingSymmetric;
}

int64_t Mirrored(int64_t position, int64_t size, bool repeats_edge) {
  const int64_t edge = repeats_edge ? 1 : 0;
  if (position < 0) return -position - edge;
  return position < size ? position : 2 * size - 2 + edge - position;
}

// Returns the index of the mirrored element for each position of a padded dim.
Name StoredPositions(NodeWriter& node, int64_t before, int64_t size, int64_t after) {
  std::vector<int64_t> positions;
  for (int64_t position = -before; position < size + after; ++position) {
    positions.push_back(Mirrored(position, size, RepeatsEdge(node)));
  }
  return node.onnx().Dims(positions);
}

// Returns the indices of StoredPositions() for run-time paddings and size, which are scalars. Positions
// before the first element are mirrored first, then those behind the last one.
Name RunPositions(NodeWriter& node, const Name& before, const Name& size, const Name& after) {
  Emitter& onnx = node.onnx();
  const int64_t edge = RepeatsEdge(node) ? 1 : 0;
  const Name end = onnx.Add("Add", {size, after});
  const Name positions = onnx.Add("Range", {onnx.Add("Neg", {before}), end, onnx.Int(1)});
  const Name turned = onnx.Add("Sub", {onnx.Int(-edge), positions});
  const Name forward = onnx.Add("Where", {onnx.Add("Less", {positions, onnx.Int(0)}), turned, positions});
  const Name twice = onnx.Add("Add", {onnx.Add("Mul", {size, onnx.Int(2)}), onnx.Int(edge - 2)});
  const Name back = onnx.Add("Sub", {twice, forward});
  return onnx.Add("Where", {onnx.Add("Less", {forward, size}), forward, back});
}

Name ElementAt(Emitter& onnx, const Name& vector, int64_t position) {
  return onnx.Add("Gather", {vector, onnx.Int(position)}, {{"axis", int64_t{0}}});
}

Status MirrorByRun(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int rank = node.input(0).dims.rank();
  const Name paddings = onnx.Reshape(ReadPaddings(node), {-1});
  Name value = node.Read(0);
  const Name sizes = onnx.Add("Shape", {value});
  for (int axis = 0; axis < rank; ++axis) {
    const int64_t written = Moved(axis, node.permutation(0), rank);
    const int64_t position = 2 * int64_t{axis};
    const Name positions =
        RunPositions(node, ElementAt(onnx, paddings, position), ElementAt(onnx, sizes, written),
                     ElementAt(onnx, paddings, position + 1));
    value = onnx.Add("Gather", {value, positions}, {{"axis", written}});
  }
  node.Write(0, value, node.permutation(0));
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
    const int64_t written = Moved(axis, node.permutation(0), dims.rank());
    const Name positions = StoredPositions(node, before, dims[axis], after);
    value = node.onnx().Add("Gather", {value, positions}, {{"axis", written}});
  }
  node.Write(0, value, node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mirror_pad, .write = MirrorPad, .dims = {.from_values = true})
