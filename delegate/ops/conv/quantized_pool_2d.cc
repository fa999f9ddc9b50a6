#include "delegate/ops/conv/quantized_pool_2d.h"

#include <cassert>
#include <cstdint>
#include <limits>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/common/reduce.h"
#include "runtime/graph/divisor.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "shaders/conv/quantized_pool_2d.h"

namespace litevk {
namespace {

using Params = abi::TfLitePoolParams;

constexpr TypeSet kTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

int64_t TapsOf(const Params& params) { return int64_t{params.filter_height} * params.filter_width; }

// True if the largest sum of a window, plus half of the taps for the rounding, has 32 bits.
bool SumFits(const NodeView& view) {
  const ir::IntegerRange range = ir::RangeOf(view.output().type);
  const int64_t largest = std::max<int64_t>(-int64_t{range.lowest}, range.highest);
  const int64_t most_taps = std::numeric_limits<int32_t>::max() / (largest + 1);
  return TapsOf(view.params<Params>()) <= most_taps;
}

shaders::QuantizedPool2d::Push PushOf(const Lowering& lowering, int64_t unit) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const NodeView& view = lowering.view();
  const auto& params = view.params<Params>();
  const ir::Shape& in = lowering.InputDims(0);
  const ir::Shape& out = lowering.output_dims();
  const SpatialPadding& zeros = lowering.fused().padding;
  const auto height = ir::ComputeWindow(params.padding, in[1], params.filter_height, params.stride_height, 1);
  const auto width = ir::ComputeWindow(params.padding, in[2], params.filter_width, params.stride_width, 1);
  const auto range = QuantizedRangeOf(params.activation, view.output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  return {.by_units = gpu::Divisor(u32(out[3] / unit)),
          .by_output_w = gpu::Divisor(u32(out[2])),
          .by_output_h = gpu::Divisor(u32(out[1])),
          .units = u32(out[3] / unit),
          .output_w = u32(out[2]),
          .output_h = u32(out[1]),
          .input_h = in[1],
          .input_w = in[2],
          .pad_h = height.pad_before + zeros.top,
          .pad_w = width.pad_before + zeros.left,
          .elements = u32(out.NumElements()),
          .total = GroupsFor(out.NumElements(), 4),
          .lowest = range->min,
          .highest = range->max,
          .zero = QuantizedZeroOf(view.input(0))};
}

void LowerQuantizedPool(Lowering& lowering, PoolKind kind) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const auto& params = lowering.view().params<Params>();
  const bool is_aligned = lowering.output_dims()[3] % 4 == 0;
  const shaders::QuantizedPool2d::Push push = PushOf(lowering, is_aligned ? 4 : 1);
  const uint32_t lanes = ReductionLanes(TapsOf(params), push.total);
  lowering.Emit<shaders::QuantizedPool2d>(
      {.kAligned = is_aligned,
       .kAverage = kind == PoolKind::kAverage,
       .kKind = KindOf(lowering.view().output()),
       .kBytes = lowering.OutputBytes(),
       .kFilterH = u32(params.filter_height),
       .kFilterW = u32(params.filter_width),
       .kStrideH = u32(params.stride_height),
       .kStrideW = u32(params.stride_width),
       .kLanes = lanes,
       .kCountsZeros = lowering.fused().has_padding},
      push, {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(int64_t{push.total} * lanes, kReductionGroup, lowering.limits()));
}

// True for VALID windows. Pixels that a PAD adds count, pixels that SAME adds do not, and a window has one or
// the other.
bool TakesOnlyPadding(const NodeView& view, const SpatialPadding& /*padding*/) {
  return view.params<Params>().padding == abi::kTfLitePaddingValid;
}

GpuKernel KernelOf(std::string_view signature, PoolKind kind) {
  const bool is_average = kind == PoolKind::kAverage;
  GpuKernel kernel = {
      .signature = signature,
      .element = signature == kPlainSignature ? kTypes : TypeSet(),
      .note = "with the CPU's result bit for bit",
      .constraints = WindowConstraints(),
      .takes_padding = TakesOnlyPadding,
      .reads_strided = FindsOffsets,
      .writes_strided = StridedResult::kAnywhere,
      .lower = is_average ? [](Lowering& lowering) { LowerQuantizedPool(lowering, PoolKind::kAverage); }
                          : [](Lowering& lowering) { LowerQuantizedPool(lowering, PoolKind::kMaximum); }};
  kernel.constraints.push_back(
      {"the bounds of the fused activation, in the scale of the output, have 32 bits",
       QuantizedBoundsAreKnown<Params>});
  if (is_average)
    kernel.constraints.push_back({"the sum of a window's quantized values has 32 bits", SumFits});
  return kernel;
}

}  // namespace

std::vector<GpuKernel> QuantizedPoolKernels(PoolKind kind) {
  std::vector<GpuKernel> kernels;
  for (const std::string_view signature :
       {kPlainSignature, std::string_view("without output scale"), std::string_view("int8"),
        std::string_view("uint8"), std::string_view("int16")}) {
    kernels.push_back(KernelOf(signature, kind));
  }
  return kernels;
}

}  // namespace litevk
