#include "runtime/onnx/families/resize.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ResizeNearestNeighbor(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteResizeNearestNeighborParams>();
  if (params.align_corners && params.half_pixel_centers) {
    return Unsupported("it has align_corners and half_pixel_centers both");
  }
  const std::string mode = "nearest";
  std::string places = "asymmetric";
  std::string rounding = "floor";
  if (params.align_corners) {
    places = "align_corners";
    rounding = "round_prefer_ceil";
  } else if (params.half_pixel_centers) {
    places = "half_pixel";
    rounding = "round_prefer_ceil";
  }
  return Resize(node,
                {{"mode", mode}, {"coordinate_transformation_mode", places}, {"nearest_mode", rounding}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(resize_nearest_neighbor, .write = ResizeNearestNeighbor,
               .natives = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt32, ir::DataType::kInt8,
                                  ir::DataType::kUInt8})
