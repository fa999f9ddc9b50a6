#include "shaders/elementwise/complex_abs.h"
#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const int channels = dims.channels();
  const uint32_t blocks = GroupsFor(channels, 4);
  const auto total = static_cast<uint32_t>(blocks * (dims.NumElements() / channels));
  lowering.Emit<shaders::ComplexAbs>(
      {.kLocalSizeX = kGroup, .kAligned = channels % 4 == 0},
      {.channels = static_cast<uint32_t>(channels), .blocks = blocks, .total = total},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_complex_abs() {
  return {
      .op_code = abi::kTfLiteBuiltinComplexAbs,
      .kernels = {{.signature = "complex64",
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = FindsOffsets,
                   .lower = Lower}},
  };
}

}  // namespace litevk
