#include "shaders/conv/max_pooling_with_argmax_2d.h"

#include "delegate/ops/conv/pool_2d.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<abi::TfLitePoolParams>();
  const ir::Shape& in = lowering.view().input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const auto pad = [&](int axis, int filter, int stride) {
    return ir::ComputeWindow(params.padding, in[axis], filter, stride, 1).pad_before;
  };
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const PixelBlocks blocks(out);
  lowering.Emit<shaders::MaxPoolingWithArgmax2d>(
      PixelPoolSpec<shaders::MaxPoolingWithArgmax2d>(lowering, kGroup),
      {.input_h = in[1],
       .input_w = in[2],
       .output_h = u32(out[1]),
       .output_w = u32(out[2]),
       .channels = u32(out[3]),
       .blocks = blocks.of_pixel,
       .total = blocks.total,
       .offset_h = -pad(1, params.filter_height, params.stride_height),
       .offset_w = -pad(2, params.filter_width, params.stride_width)},
      {.source = lowering.Input(0), .result = lowering.Output(), .taps = lowering.Output(1)},
      FlatGroups(blocks.total, kGroup, lowering.limits()), ActivationSteps(params.activation));
}

}  // namespace

OpSpec MakeSpec_max_pooling_with_argmax_2d() {
  return {
      .op_code = kCustomMaxPoolingWithArgmax2D,
      .kernels = {{.constraints = PoolConstraints(),
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
