#include "shaders/resize_bilinear.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Input pixels per output pixel along one dim.
float Scale(int in, int out, bool align_corners) {
  if (align_corners && out > 1) return static_cast<float>(in - 1) / static_cast<float>(out - 1);
  return static_cast<float>(in) / static_cast<float>(out);
}

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<abi::TfLiteResizeBilinearParams>();
  const ir::Shape& in = lowering.view().input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const uint32_t blocks = GroupsFor(out[3], 4);
  const auto total = static_cast<uint32_t>(blocks * out.Rows());
  const ImageStrides strides = lowering.InputStrides(0, in);
  shaders::ResizeBilinear::Push push = {.in_h = in[1],
                                        .in_w = in[2],
                                        .out_h = static_cast<uint32_t>(out[1]),
                                        .out_w = static_cast<uint32_t>(out[2]),
                                        .channels = static_cast<uint32_t>(out[3]),
                                        .blocks = blocks,
                                        .total = total,
                                        .scale_h = Scale(in[1], out[1], params.align_corners),
                                        .scale_w = Scale(in[2], out[2], params.align_corners)};
  SetStrides(strides, push);
  lowering.Emit<shaders::ResizeBilinear>({.kLocalSizeX = kGroup,
                                          .kAligned = out[3] % 4 == 0,
                                          .kHalfPixel = params.half_pixel_centers,
                                          .kSourceAligned = strides.AreWhole(4)},
                                         push, {.source = lowering.Input(0), .result = lowering.Output()},
                                         FlatGroups(total, kGroup, lowering.limits()));
}

bool HasOneConvention(const NodeView& view) {
  const auto& params = view.params<abi::TfLiteResizeBilinearParams>();
  return !(params.align_corners && params.half_pixel_centers);
}

}  // namespace

OpSpec MakeSpec_resize_bilinear() {
  return {
      .op_code = abi::kTfLiteBuiltinResizeBilinear,
      .kernels =
          {{.element = kFloat32,
            .constraints = {{"the size is stored in the model or computed from shapes", InputIsPlanned<1>},
                            {"the rank of the input is 4",
                             [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
                            {"align_corners and half_pixel_centers are not both set", HasOneConvention}},
            .takes_epilogue = kFloat32,
            .reads_rows = ReadsImageRows<>,
            .writes_together = ChannelsOfPixels,
            .lower = Lower}},
  };
}

}  // namespace litevk
