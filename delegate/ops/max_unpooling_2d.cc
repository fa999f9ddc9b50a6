#include "runtime/opset/ops/max_unpooling_2d.h"

#include "delegate/ops/conv/pool_2d.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/conv/max_unpooling_2d.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<abi::TfLitePoolParams>();
  const ir::Shape& in = lowering.view().input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const PixelBlocks blocks(out);
  lowering.Emit<shaders::MaxUnpooling2d>(
      PixelPoolSpec<shaders::MaxUnpooling2d>(lowering, kGroup),
      {.input_h = u32(in[1]),
       .input_w = u32(in[2]),
       .output_h = u32(out[1]),
       .output_w = u32(out[2]),
       .channels = u32(out[3]),
       .blocks = blocks.of_pixel,
       .total = blocks.total,
       .pad_h = u32(UnpoolingPadBefore(in[1], params.filter_height, params.stride_height)),
       .pad_w = u32(UnpoolingPadBefore(in[2], params.filter_width, params.stride_width))},
      {.source = lowering.Input(0), .taps = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(blocks.total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_max_unpooling_2d() {
  return {
      .op_code = kCustomMaxUnpooling2D,
      .kernels = {{.epilogue = kFloat32Epilogue, .reads_strided = FindsOffsets, .lower = Lower}},
  };
}

}  // namespace litevk
