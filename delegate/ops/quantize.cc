#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/elementwise/byte_table.h"
#include "delegate/ops/elementwise/quantize_bounds.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/elementwise/quantize.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Emit(Lowering& lowering, std::span<const int32_t> integers, const ChannelCounts& channels,
          bool has_bounds = false) {
  const NodeView& view = lowering.view();
  const ir::IntegerRange range = ir::RangeOf(view.output().type);
  const int64_t elements = view.output().dims.NumElements();
  const uint32_t total = GroupsFor(elements, 4);
  lowering.Emit<shaders::Quantize>(
      {.kLocalSizeX = kGroup,
       .kSourceKind = KindOf(view.input(0)),
       .kSourceBytes = lowering.InputBytes(0),
       .kResultBytes = lowering.OutputBytes(),
       .kHasBounds = has_bounds},
      {.elements = static_cast<uint32_t>(elements),
       .total = total,
       .lowest = static_cast<int32_t>(range.lowest),
       .highest = static_cast<int32_t>(range.highest),
       .channel_count = channels.count,
       .slice = channels.slice},
      {.source = lowering.Input(0), .channels = AddIntegers(lowering, integers), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

// Appends the significand of 24 bits, and the exponent that a float with that significand has in its bits.
// The exponent is below 1 if the scale is denormal.
void AppendScale(float scale, std::vector<int32_t>& integers) {
  constexpr int kBits = 23;
  const auto bits = std::bit_cast<uint32_t>(scale);
  const auto exponent = static_cast<int32_t>(bits >> kBits);
  const uint32_t mantissa = bits & ((1U << kBits) - 1);
  const int missing = exponent == 0 ? std::countl_zero(mantissa) - (31 - kBits) : 0;
  integers.push_back(static_cast<int32_t>(exponent == 0 ? mantissa << missing : mantissa | 1U << kBits));
  integers.push_back(exponent == 0 ? 1 - missing : exponent);
}

// Returns the bounds of a tensor of 8 bits that has one scale; none for other tensors.
std::vector<int32_t> BoundsOf(const ir::Tensor& output) {
  const auto channels = AffineChannels::Of(output);
  const ir::IntegerRange range = ir::RangeOf(output.type);
  const bool has_bounds =
      channels.ok() && channels->all().size() == 1 && HasQuantizeBounds(channels->all()[0], range);
  return has_bounds ? QuantizeBounds(channels->all()[0], range) : std::vector<int32_t>();
}

void LowerFloats(Lowering& lowering) {
  if (const std::vector<int32_t> bounds = BoundsOf(lowering.view().output()); !bounds.empty()) {
    Emit(lowering, bounds, {}, /*has_bounds=*/true);
    return;
  }
  const auto channels = AffineChannels::Of(lowering.view().output());
  assert(channels.ok());  // ChannelsConstraint
  std::vector<int32_t> integers;
  for (const AffineChannels::Channel& channel : channels->all()) {
    AppendScale(channel.scale, integers);
    integers.insert(integers.end(), {channel.zero_point, 0});
  }
  Emit(lowering, integers, CountsOf(*channels));
}

void LowerFromIntegers(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const double multiplier =
      static_cast<double>(ScaleOf(view.input(0))) / static_cast<double>(ScaleOf(view.output()));
  const FixedPoint fixed = ToFixedPoint(multiplier);
  const std::array<int32_t, 8> integers = {fixed.multiplier, fixed.left, fixed.right,
                                           ZeroPointOf(view.output()), ZeroPointOf(view.input(0))};
  Emit(lowering, integers, {});
}

GpuKernel KernelOf(std::string_view signature, void (*lower)(Lowering&)) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = lower};
}

StorageConversion AsQuantized(const NodeView& view) {
  std::vector<int32_t> bounds = BoundsOf(view.output());
  if (bounds.empty()) return {};
  return {.as = StoredAs::kQuantized, .constants = std::move(bounds)};
}

// True if all scales are above 0. TFLite makes the lowest int32 of what is divided by a scale of 0.
bool ScalesAreAboveZero(const NodeView& view) {
  return std::ranges::all_of(view.output().quantization.scales, [](float scale) { return scale > 0; });
}

GpuKernel FloatKernel() {
  GpuKernel kernel = KernelOf("from float32", LowerFloats);
  kernel.epilogue.as_store = AsQuantized;
  kernel.constraints = {ChannelsConstraint<false>(),
                        {"the scales of the output are above 0", ScalesAreAboveZero}};
  return kernel;
}

// Returns the kernel of QUANTIZE from 8 bits, whose step is a table.
GpuKernel ByteKernel() {
  GpuKernel kernel = KernelOf("from 8 bits", LowerFromIntegers);
  kernel.epilogue.as_steps = AsTable;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_quantize() {
  return {
      .op_code = abi::kTfLiteBuiltinQuantize,
      .kernels = {FloatKernel(), ByteKernel(), KernelOf("from int16", LowerFromIntegers),
                  KernelOf("int16 to int16", LowerFromIntegers), KernelOf("from int32", LowerFromIntegers)}};
}

}  // namespace litevk
