#include "runtime/opset/ops/transform_tensor_bilinear.h"

#include "delegate/lower/lowering.h"
#include "runtime/opset/custom_codes.h"
#include "shaders/transform_tensor_bilinear.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<TransformTensorBilinearParams>();
  const ir::Shape& in = lowering.view().input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const uint32_t blocks = GroupsFor(out[3], 4);
  const auto total = static_cast<uint32_t>(blocks * out.Rows());
  lowering.Emit<shaders::TransformTensorBilinear>(
      {.kLocalSizeX = kGroup, .kAligned = out[3] % 4 == 0, .kHalfPixelCenters = params.half_pixel_centers},
      {.input_h = u32(in[1]),
       .input_w = u32(in[2]),
       .output_h = u32(out[1]),
       .output_w = u32(out[2]),
       .channels = u32(out[3]),
       .blocks = blocks,
       .total = total},
      {.source = lowering.Input(0), .matrix = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_transform_tensor_bilinear() {
  return {
      .op_code = kCustomTransformTensorBilinear,
      .kernels = {{.epilogue = kFloat32Epilogue, .reads_strided = FindsOffsets, .lower = Lower}},
  };
}

}  // namespace litevk
