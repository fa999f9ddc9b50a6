#include <bit>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/elementwise/dequantize.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Emit(Lowering& lowering, std::span<const int32_t> integers, const ChannelCounts& scales) {
  const ir::Shape& dims = lowering.output_dims();
  const int64_t row = ReadsChannels(lowering.fused()) ? dims.channels() : dims.NumElements();
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(blocks * (dims.NumElements() / row));
  lowering.Emit<shaders::Dequantize>(
      {.kLocalSizeX = kGroup,
       .kAligned = row % 4 == 0,
       .kKind = KindOf(lowering.view().input(0)),
       .kBytes = lowering.InputBytes(0)},
      {.channels = static_cast<uint32_t>(row),
       .blocks = blocks,
       .total = total,
       .scale_count = scales.count,
       .slice = scales.slice},
      {.source = lowering.Input(0), .scales = AddIntegers(lowering, integers), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

void LowerFloat16(Lowering& lowering) { Emit(lowering, std::array{0, 0}, {}); }

void LowerFromIntegers(Lowering& lowering) {
  const auto channels = AffineChannels::Of(lowering.view().input(0));
  assert(channels.ok());  // ChannelsConstraint
  std::vector<int32_t> integers;
  for (const AffineChannels::Channel& channel : channels->all()) {
    integers.insert(integers.end(), {std::bit_cast<int32_t>(channel.scale), channel.zero_point});
  }
  Emit(lowering, integers, CountsOf(*channels));
}

// Returns the conversion of values of 8 bits with one scale, if they are.
StorageConversion AsFloats(const NodeView& view) {
  const ir::Tensor& source = view.input(0);
  const bool is_signed = source.type == ir::DataType::kInt8;
  if (!is_signed && source.type != ir::DataType::kUInt8) return {};
  const auto channels = AffineChannels::Of(source);
  if (!channels.ok() || channels->all().size() != 1) return {};
  const AffineChannels::Channel& channel = channels->all()[0];
  const auto mask = std::bit_cast<int32_t>(is_signed ? 0U : kSignBits);
  return {.as = StoredAs::kDequantized,
          .constants = {std::bit_cast<int32_t>(channel.scale),
                        channel.zero_point - (is_signed ? 0 : kSignOffset), mask}};
}

GpuKernel KernelOf(std::string_view signature) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .constraints = {ChannelsConstraint<true>()},
          .epilogue = {.takes = InFloat32, .as_store = AsFloats},
          .reads_strided = FindsOffsets,
          .lower = LowerFromIntegers};
}

}  // namespace

OpSpec MakeSpec_dequantize() {
  return {
      .op_code = abi::kTfLiteBuiltinDequantize,
      .kernels = {{.signature = "float16",
                   .note = "constants are unpacked when the model is loaded",
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = FindsOffsets,
                   .lower = LowerFloat16},
                  KernelOf("integers"),
                  KernelOf("int16"),
                  KernelOf("packed")},
  };
}

}  // namespace litevk
