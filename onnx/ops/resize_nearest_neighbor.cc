#include "runtime/opset/ops/resize_nearest_neighbor.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "onnx/common/resize.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

using Params = abi::TfLiteResizeNearestNeighborParams;

// Returns the pixel that onnxruntime's Resize takes. Its float quotient may miss the exact integer.
static int OnnxIndex(int index, int output_size, int input_size, const Params& params) {
  const float scale = static_cast<float>(output_size) / static_cast<float>(input_size);
  const auto position = static_cast<float>(index);
  float pixel = std::floor(position / scale);
  if (params.align_corners) {
    const auto last = static_cast<float>(std::max(output_size - 1, 1));
    pixel = std::round(position * static_cast<float>(input_size - 1) / last);
  } else if (params.half_pixel_centers) {
    pixel = std::round((position + 0.5F) / scale - 0.5F);
  }
  return std::clamp(static_cast<int>(pixel), 0, input_size - 1);
}

// The pixels along one dim, and a flag that is true if Resize takes the same.
struct NearestPixels {
  std::vector<int64_t> indices;
  bool are_onnx = true;
};

static NearestPixels PixelsOf(const NodeFacts& node, int dim) {
  const auto& params = node.params<Params>();
  const int output_size = node.output(0).dims[dim];
  const int input_size = node.input(0).dims[dim];
  NearestPixels pixels;
  for (int i = 0; i < output_size; ++i) {
    const int index = NearestIndex(i, output_size, input_size, params);
    pixels.indices.push_back(index);
    pixels.are_onnx = pixels.are_onnx && index == OnnxIndex(i, output_size, input_size, params);
  }
  return pixels;
}

static bool FollowsSides(const ir::Graph& graph, const ir::Node& node) {
  return node.params.As<Params>().align_corners || !IsByPowersOfTwo(graph, node);
}

static Status ResizeNearestNeighbor(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<Params>();
  if (params.align_corners && params.half_pixel_centers) {
    return Unsupported("it has align_corners and half_pixel_centers both");
  }
  const NearestPixels rows = PixelsOf(node, 1);
  const NearestPixels columns = PixelsOf(node, 2);
  if (!rows.are_onnx || !columns.are_onnx) {
    const Name image = node.Read(0, kChannelsFirst);
    const Name taken = onnx.Add("Gather", {image, onnx.Dims(rows.indices)}, {{"axis", int64_t{2}}});
    node.Write(0, onnx.Add("Gather", {taken, onnx.Dims(columns.indices)}, {{"axis", int64_t{3}}}),
               kChannelsFirst);
    return {};
  }
  const std::string mode = "nearest";
  std::string coordinates = "asymmetric";
  std::string rounding = "floor";
  if (params.align_corners) {
    coordinates = "align_corners";
    rounding = "round_prefer_ceil";
  } else if (params.half_pixel_centers) {
    coordinates = "half_pixel";
    rounding = "round_prefer_ceil";
  }
  return Resize(
      node, {{"mode", mode}, {"coordinate_transformation_mode", coordinates}, {"nearest_mode", rounding}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(resize_nearest_neighbor, .write = ResizeNearestNeighbor,
               .types = {.native = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt32, ir::DataType::kInt8,
                                           ir::DataType::kUInt8}},
               .dims = {.follows_sides = FollowsSides})
