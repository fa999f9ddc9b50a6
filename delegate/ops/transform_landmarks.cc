#include "runtime/opset/ops/transform_landmarks.h"

#include "delegate/lower/lowering.h"
#include "runtime/opset/custom_codes.h"
#include "shaders/transform_landmarks.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const LandmarkForm form = FormOf(view.input(0).dims, view.node().params);
  const auto points = static_cast<uint32_t>(view.input(0).dims.NumElements() / form.dimensions);
  lowering.Emit<shaders::TransformLandmarks>(
      {.kLocalSizeX = kGroup, .kDimensions = static_cast<uint32_t>(form.dimensions)},
      {.points = points, .scale = form.scale},
      {.landmarks = lowering.Input(0), .matrix = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(points, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_transform_landmarks() {
  return {
      .op_code = kCustomTransformLandmarks,
      .kernels = {{.reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
