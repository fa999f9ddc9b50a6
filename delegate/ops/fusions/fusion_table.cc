#include <array>

#include "delegate/lower/lowering.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "delegate/ops/fusions/fusions.h"

namespace litevk {

std::span<const Fusion* const> Fusions() {
  static constexpr std::array kFusions = {
      &kLayerNormalization, &kQuantizedLayerNormalization, &kRmsNormalization, &kTanhGelu, &kSwish,
      &kQuantizedSwish};
  return kFusions;
}

GpuKernel ElementwisePattern() {
  return {.epilogue = kFloat32Epilogue,
          .lower = [](Lowering& lowering) { EmitElementwise(lowering, 0, lowering.fused().match->steps); }};
}

}  // namespace litevk
