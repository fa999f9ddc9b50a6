#include "runtime/opset/ops/landmarks_2_transform_matrix.h"

#include <cstring>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/opset/custom_codes.h"
#include "shaders/landmarks_2_transform_matrix.h"

namespace litevk {
namespace {

gpu::TensorId AddPoints(Lowering& lowering, std::vector<int> points) {
  const size_t count = points.size();
  const auto write = [points = std::move(points)](std::span<std::byte> bytes) {
    std::memcpy(bytes.data(), points.data(), bytes.size());
    return Status();
  };
  return lowering.AddConstant("points", count, gpu::Storage::kBits32, write);
}

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<LandmarksToMatrixParams>();
  const std::vector<int> points = BoxPoints(lowering.view().node().params);
  lowering.Emit<shaders::Landmarks2TransformMatrix>(
      {.kIsLine = params.is_line},
      {.count = static_cast<uint32_t>(points.size()),
       .left = static_cast<uint32_t>(params.left),
       .right = static_cast<uint32_t>(params.right),
       .target_radians = params.target_radians,
       .box_scale_x = params.box_scale[0],
       .box_scale_y = params.box_scale[1],
       .pixel_scale_x = params.pixel_scale[0],
       .pixel_scale_y = params.pixel_scale[1],
       .center_scale_x = params.center_scale[0],
       .center_scale_y = params.center_scale[1],
       .middle_x = params.middle[0],
       .middle_y = params.middle[1]},
      {.landmarks = lowering.Input(0), .listed = AddPoints(lowering, points), .matrix = lowering.Output()},
      {1, 1, 1});
}

}  // namespace

OpSpec MakeSpec_landmarks_2_transform_matrix() {
  return {
      .op_code = kCustomLandmarks2TransformMatrix,
      .kernels = {{.reads_strided = FindsOffsets, .lower = Lower}},
  };
}

}  // namespace litevk
