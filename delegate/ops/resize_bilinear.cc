#include "runtime/opset/ops/resize_bilinear.h"

#include <bit>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "runtime/graph/divisor.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/quantized_resize_bilinear.h"
#include "shaders/resize_bilinear.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Returns the input pixels per output pixel along one dim.
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

using Params = abi::TfLiteResizeBilinearParams;

// Appends the taps of one axis, as the shader has them. The host computes them, so that no device rounds
// otherwise.
void AppendTaps(int out, int in, bool in_float, const Params& params, std::vector<int32_t>& taps) {
  for (int index = 0; index < out; ++index) {
    if (in_float) {
      const auto near = LocateBilinear(index, out, in, params);
      taps.insert(taps.end(), {near.lower, near.upper, std::bit_cast<int32_t>(near.weight), 0});
    } else {
      const auto near = LocateBilinearFixed(index, out, in, params);
      taps.insert(taps.end(), {near.lower, near.upper, static_cast<int32_t>(near.weight), 0});
    }
  }
}

shaders::QuantizedResizeBilinear::Push PushOf(const ir::Shape& in, const ir::Shape& out, int unit) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  return {.by_units = gpu::Divisor(u32(out[3] / unit)),
          .by_output_w = gpu::Divisor(u32(out[2])),
          .by_output_h = gpu::Divisor(u32(out[1])),
          .units = u32(out[3] / unit),
          .output_w = u32(out[2]),
          .output_h = u32(out[1]),
          .input_w = u32(in[2]),
          .input_h = u32(in[1]),
          .elements = u32(out.NumElements()),
          .total = GroupsFor(out.NumElements(), 4)};
}

void LowerIntegers(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& in = view.input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const bool in_float = view.output().type == ir::DataType::kUInt8;
  std::vector<int32_t> taps;
  AppendTaps(out[1], in[1], in_float, view.params<Params>(), taps);
  AppendTaps(out[2], in[2], in_float, view.params<Params>(), taps);
  const bool is_aligned = out[3] % 4 == 0;
  const auto push = PushOf(in, out, is_aligned ? 4 : 1);
  lowering.Emit<shaders::QuantizedResizeBilinear>(
      {.kLocalSizeX = kGroup,
       .kAligned = is_aligned,
       .kKind = KindOf(view.output()),
       .kBytes = lowering.OutputBytes()},
      push, {.source = lowering.Input(0), .taps = AddIntegers(lowering, taps), .result = lowering.Output()},
      FlatGroups(push.total, kGroup, lowering.limits()));
}

// True if products of two weights have 32 bits. Positions are multiples of a rounded step, so that weights
// grow with the output.
bool WeightsFit(const NodeView& view) {
  constexpr int kMostPixels = 1 << 15;
  const ir::Shape& out = view.output().dims;
  return out[1] <= kMostPixels && out[2] <= kMostPixels;
}

bool OutputIsKnown(const NodeView& view) {
  return view.output().dims.rank() == 4 && !view.output().dims.has_unknown();
}

bool HasOneConvention(const NodeView& view) {
  const auto& params = view.params<abi::TfLiteResizeBilinearParams>();
  return !(params.align_corners && params.half_pixel_centers);
}

}  // namespace

OpSpec MakeSpec_resize_bilinear() {
  return {
      .op_code = abi::kTfLiteBuiltinResizeBilinear,
      .constraints = {{"the size is stored in the model or computed from shapes", InputIsPlanned<1>},
                      {"the rank of the input is 4",
                       [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
                      {"align_corners and half_pixel_centers are not both set", HasOneConvention}},
      .kernels = {{.element = kFloat32,
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = ReadsImageRows<>,
                   .writes_together = ChannelsOfPixels,
                   .lower = Lower},
                  {.element = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16},
                   .note = "with the CPU's result bit for bit",
                   .constraints = {{"a side of the output has at most 32,768 pixels", WeightsFit,
                                    OutputIsKnown}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = LowerIntegers}},
  };
}

}  // namespace litevk
