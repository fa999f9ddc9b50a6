#include "shaders/dequantize.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const int64_t row = ReadsChannels(lowering.fused()) ? dims.channels() : dims.NumElements();
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(blocks * (dims.NumElements() / row));
  lowering.Emit<shaders::Dequantize>(
      {.kLocalSizeX = kGroup, .kAligned = row % 4 == 0},
      {.channels = static_cast<uint32_t>(row), .blocks = blocks, .total = total},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_dequantize() {
  return {
      .op_code = abi::kTfLiteBuiltinDequantize,
      .kernels = {{.signature = "float16",
                   .note = "constants are unpacked when the model is loaded",
                   .takes_epilogue = kFloat32,
                   .reads_rows = FindsPlaces,
                   .lower = Lower}},
  };
}

}  // namespace litevk
