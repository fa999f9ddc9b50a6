#include "delegate/ops/conv/dynamic_int8_depthwise.h"

#include "delegate/ops/conv/int8_windows.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "shaders/conv/dynamic_int8_depthwise_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8DepthwiseConv2d;

Shader::Spec SpecOf(const DynamicInt8Problem& problem, const WindowTilePlan& plan,
                    const gpu::Variant& variant) {
  const ir::Shape& output = problem.output;
  const QuantizedLayout& layout = problem.layout;
  Shader::Spec spec = {.kLocalSizeX = plan.lanes,
                       .kLocalSizeY = plan.per_group,
                       .kTileW = plan.width,
                       .kTileH = plan.height,
                       .kMayMiss = !problem.window.StaysInside(problem.input, output),
                       .kPaired = StoresInPairs(variant, output[3], plan.width * plan.height),
                       .kAligned = output[3] % 4 == 0,
                       .kSourceAligned = problem.input[3] % 4 == 0,
                       .kMultiplier = static_cast<uint32_t>(layout.depth_multiplier),
                       .kIsLong = static_cast<uint32_t>(layout.taps) > kExactProducts,
                       .kAsymmetric = problem.is_asymmetric,
                       .kChannelsFirst = problem.channels_first};
  SetWindow(problem.window, spec);
  return spec;
}

}  // namespace

void EmitDynamicInt8Depthwise(Lowering& lowering, const DynamicInt8Problem& problem) {
  const ir::Shape& output = problem.output;
  const WindowTilePlan plan = ChooseWindowTiles(lowering, output, problem.window, /*has_weights=*/true);
  const gpu::Variant variant = lowering.VariantWhen(output[3] % 4 == 0);
  Shader::Push push = {.channels_out = static_cast<uint32_t>(output[3]),
                       .headers = static_cast<uint32_t>(problem.Images().FirstHeader())};
  const ImageStrides strides = problem.Strides();
  SetInt8Windows(plan, problem.window, problem.input, problem.input[3] % 4 == 0 ? strides.In(4) : strides,
                 problem.LastWord() * 4 + 3, output, push);
  const gpu::TensorId integers = EmitQuantizedRows(lowering, problem.Images());
  lowering.Emit<Shader>(SpecOf(problem, plan, variant), push,
                        {.source = integers,
                         .weights = AddQuantizedFilter(lowering, kConvInputs, problem.layout),
                         .channels = AddDynamicInt8Channels(lowering, kConvInputs, problem.layout),
                         .result = lowering.Output()},
                        plan.workgroups, problem.steps, variant);
}

}  // namespace litevk
