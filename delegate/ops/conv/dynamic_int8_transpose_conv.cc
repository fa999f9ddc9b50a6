#include "delegate/ops/conv/dynamic_int8_transpose_conv.h"

#include "delegate/ops/conv/tile_plan.h"
#include "shaders/conv/dynamic_int8_transpose_conv.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8TransposeConv;

constexpr uint32_t kTile = 4;

Shader::Push PushOf(const DynamicInt8Problem& problem) {
  const ir::Shape& output = problem.output;
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const uint32_t stride = u32(problem.window.stride_w);
  const uint32_t tiles = GroupsFor(GroupsFor(output[2], stride), kTile);
  const uint32_t blocks = problem.layout.Blocks();
  return {.input_h = problem.input[1],
          .input_w = problem.input[2],
          .input_c = u32(problem.input[3]),
          .image_stride = problem.Strides().image,
          .last_word = problem.LastWord(),
          .quads = problem.layout.Quads(),
          .output_h = u32(output[1]),
          .output_w = u32(output[2]),
          .output_c = u32(output[3]),
          .blocks = blocks,
          .tiles = tiles,
          .total = u32(int64_t{output[0]} * output[1]) * tiles * stride * blocks,
          .pad_top = problem.window.pad_top,
          .pad_left = problem.window.pad_left,
          .headers = u32(problem.Images().FirstHeader())};
}

}  // namespace

void EmitDynamicInt8TransposeConv(Lowering& lowering, const ConvInputs& at,
                                  const DynamicInt8Problem& problem) {
  const Shader::Push push = PushOf(problem);
  const ConvWindow& window = problem.window;
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const gpu::TensorId integers = EmitQuantizedRows(lowering, problem.Images(), at.image);
  lowering.Emit<Shader>({.kLocalSizeX = kInvocations,
                         .kTile = kTile,
                         .kAligned = problem.output[3] % 4 == 0,
                         .kSourceAligned = problem.input[3] % 4 == 0,
                         .kFilterH = u32(window.filter_h),
                         .kFilterW = u32(window.filter_w),
                         .kStrideH = u32(window.stride_h),
                         .kStrideW = u32(window.stride_w),
                         .kAsymmetric = problem.is_asymmetric},
                        push,
                        {.source = integers,
                         .weights = AddQuantizedFilter(lowering, at, problem.layout),
                         .channels = AddDynamicInt8Channels(lowering, at, problem.layout),
                         .result = lowering.Output()},
                        FlatGroups(push.total, kInvocations, lowering.limits()), problem.steps);
}

}  // namespace litevk
