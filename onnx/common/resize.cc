#include "onnx/common/resize.h"

#include <algorithm>
#include <bit>

namespace litevk::to_onnx {

namespace {

// Fixed-point units per pixel in integer kernels.
constexpr int kMostTimes = 1024;

bool IsByPowerOfTwo(int from, int to) {
  const int less = std::min(from, to);
  if (less <= 0 || std::max(from, to) % less != 0) return false;
  const int times = std::max(from, to) / less;
  return times <= kMostTimes && std::has_single_bit(static_cast<unsigned>(times));
}

}  // namespace

bool IsByPowersOfTwo(const ir::Graph& graph, const ir::Node& node) {
  const ir::Shape& from = graph.tensor(node.inputs.front()).dims;
  const ir::Shape& to = graph.tensor(node.outputs.front()).dims;
  // The dims may be known only at run time.
  if (from.rank() != 4 || to.rank() != 4) return false;
  return IsByPowerOfTwo(from[1], to[1]) && IsByPowerOfTwo(from[2], to[2]);
}

Status Resize(NodeWriter& node, const Attributes& attributes) {
  // Uses sizes rather than scales, which do not always reproduce the size.
  const Name sizes = node.onnx().Dims(WrittenDims(node.output(0).dims, kChannelsFirst));
  const Name value = node.Read(0, kChannelsFirst);
  node.Write(0, node.onnx().Add("Resize", {value, "", "", sizes}, attributes), kChannelsFirst);
  return {};
}

Status ResizeIntegers(NodeWriter& node, const Attributes& attributes) {
  const Name sizes = node.onnx().Dims(WrittenDims(node.output(0).dims, kChannelsFirst));
  const Name value = node.quantized().ReadAsFloats(0, kChannelsFirst);
  const Name resized = node.onnx().Add("Resize", {value, "", "", sizes}, attributes);
  node.quantized().Write(0, node.quantized().Nearest(0, resized), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx
