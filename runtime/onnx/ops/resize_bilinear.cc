#include "runtime/onnx/families/resize.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ResizeBilinear(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteResizeBilinearParams>();
  const std::string mode = "linear";
  const std::string places = params.align_corners        ? "align_corners"
                             : params.half_pixel_centers ? "half_pixel"
                                                         : "asymmetric";
  return Resize(node, {{"mode", mode}, {"coordinate_transformation_mode", places}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(resize_bilinear, .write = ResizeBilinear, .natives = kFloat32)
