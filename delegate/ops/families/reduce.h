// What the reductions share: a kept dim numbers results, a reduced one what goes into each of them
// (shaders/reduce.comp, and typed_reduce.comp for other types than float32).
#pragma once

#include <span>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// shaders/reduce.comp and typed_reduce.comp have the same codes.
enum class Reduction : uint32_t { kSum, kMean, kMaximum, kMinimum, kProduct };

// Invocations in a workgroup that reduces (shaders/common/lane_reduction.glsl).
inline constexpr uint32_t kReductionGroup = 64;
// How many of them share an output of `reduced` elements, where there are `outputs` groups of four of them: a
// power of two.
uint32_t ReductionLanes(int64_t reduced, uint32_t outputs);

void LowerReduction(Lowering& lowering, Reduction reduction);
// Computes the mean of the rows and columns of images, NHWC, by the same shader, and then the node's `own`
// steps. False, with nothing emitted, where the input lies in another tensor in a way that the shader cannot
// walk.
bool LowerImageMean(Lowering& lowering, std::span<const EpilogueStep> own);
void LowerTypedReduction(Lowering& lowering, Reduction reduction);

// How an operator reduces float32, unless it takes none, and `types`.
struct ReductionRow {
  TypeSet types;
  void (*lower)(Lowering&);
  void (*lower_typed)(Lowering&);
};
template <Reduction kReduction>
constexpr ReductionRow RowOf(TypeSet types) {
  return {.types = types,
          .lower = [](Lowering& lowering) { LowerReduction(lowering, kReduction); },
          .lower_typed = [](Lowering& lowering) { LowerTypedReduction(lowering, kReduction); }};
}
// Returns the row of a reduction of bools alone.
template <Reduction kReduction>
constexpr ReductionRow RowOfBools() {
  return {.types = kBool, .lower = nullptr, .lower_typed = RowOf<kReduction>(kBool).lower_typed};
}

// Returns the record of a reduction of input 0 over the axes that input 1 stores.
OpSpec MakeReduction(int op_code, ReductionRow row);

}  // namespace litevk
