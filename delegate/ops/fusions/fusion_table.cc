#include <array>

#include "delegate/lower/lowering.h"
#include "delegate/ops/families/elementwise.h"
#include "delegate/ops/fusions/fusions.h"

namespace litevk {

std::span<const Fusion* const> Fusions() {
  static constexpr std::array kFusions = {&kLayerNormalization, &kRmsNormalization, &kTanhGelu, &kSwish};
  return kFusions;
}

void LowerFusion(Lowering& lowering) {
  const FusionMatch& match = *lowering.fused().match;
  if (match.fusion->is_elementwise()) {
    EmitElementwise(lowering, 0, match.steps);
  } else {
    match.fusion->lower(lowering);
  }
}

}  // namespace litevk
