#include "runtime/opset/ops/resize_bilinear.h"

#include <cmath>

#include "onnx/common/resize.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

using Params = abi::TfLiteResizeBilinearParams;

// The positions of a dim between which the results lie, and the weight of the upper one. TFLite's int8 and
// int16 kernels use fixed-point positions, which drift from those of floats.
struct PositionsAlong {
  std::vector<int64_t> lower;
  std::vector<int64_t> upper;
  std::vector<float> weights;
  bool drift = false;
};

static PositionsAlong FindPositions(int output, int input, const Params& params) {
  PositionsAlong positions;
  for (int i = 0; i < output; ++i) {
    const BilinearNeighbours<int64_t> fixed = LocateBilinearFixed(i, output, input, params);
    const BilinearNeighbours<float> real = LocateBilinear(i, output, input, params);
    const float weight = static_cast<float>(fixed.weight) / static_cast<float>(kBilinearParts);
    const float distance = static_cast<float>(fixed.lower - real.lower) + weight - real.weight;
    constexpr float kSame = 1e-5F;
    positions.drift |= std::abs(distance) > kSame;
    positions.lower.push_back(fixed.lower);
    positions.upper.push_back(fixed.upper);
    positions.weights.push_back(weight);
  }
  return positions;
}

static Name InterpolatedAlong(Emitter& onnx, const Name& value, int64_t axis,
                              const PositionsAlong& positions) {
  const Attributes along = {{"axis", axis}};
  const Name lower = onnx.Add("Gather", {value, onnx.Dims(positions.lower)}, along);
  const Name upper = onnx.Add("Gather", {value, onnx.Dims(positions.upper)}, along);
  std::vector<int64_t> dims(4, 1);
  dims[static_cast<size_t>(axis)] = static_cast<int64_t>(positions.weights.size());
  const Name weights = onnx.Floats(positions.weights, dims);
  const Name step = onnx.Add("Mul", {onnx.Add("Sub", {upper, lower}), weights});
  return onnx.Add("Add", {lower, step});
}

static bool FollowsSides(const ir::Graph& graph, const ir::Node& node) {
  const bool has_positions = node.params.As<Params>().align_corners || !IsByPowersOfTwo(graph, node);
  return graph.tensor(node.inputs.front()).type != ir::DataType::kFloat32 && has_positions;
}

static Status ResizeBilinear(NodeWriter& node) {
  const auto& params = node.params<Params>();
  const std::string mode = "linear";
  const std::string form = params.align_corners        ? "align_corners"
                           : params.half_pixel_centers ? "half_pixel"
                                                       : "asymmetric";
  const Attributes attributes = {{"mode", mode}, {"coordinate_transformation_mode", form}};
  if (node.input(0).type == ir::DataType::kFloat32) return Resize(node, attributes);
  const ir::Shape& input = node.input(0).dims;
  const ir::Shape& output = node.output(0).dims;
  const PositionsAlong rows = FindPositions(output[1], input[1], params);
  const PositionsAlong columns = FindPositions(output[2], input[2], params);
  const bool drifts = rows.drift || columns.drift;
  if (node.input(0).type == ir::DataType::kUInt8 || !drifts) return ResizeIntegers(node, attributes);
  const Name integers = node.quantized().ReadAsFloats(0, kChannelsFirst);
  const Name tall = InterpolatedAlong(node.onnx(), integers, 2, rows);
  const Name resized = InterpolatedAlong(node.onnx(), tall, 3, columns);
  node.quantized().Write(0, node.quantized().Nearest(0, resized), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(resize_bilinear, .write = ResizeBilinear, .types = {.native = kFloat32},
               .quantization = {.use = QuantizedUse::kScaleIgnored}, .dims = {.follows_sides = FollowsSides})
