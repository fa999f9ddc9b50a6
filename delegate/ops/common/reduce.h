// Reductions: the kept dims enumerate the results, and the reduced dims enumerate the elements of each
// result. The shaders are reduce.comp, and typed_reduce.comp for types other than float32.
#pragma once

#include <span>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// shaders/reduce.comp and typed_reduce.comp have the same codes.
enum class Reduction : uint32_t { kSum, kMean, kMaximum, kMinimum, kProduct };

// Invocations in a workgroup that reduces (shaders/common/lane_reduction.glsl).
inline constexpr uint32_t kReductionGroup = 64;
// Returns the number of invocations, a power of two, that share an output of `reduced` elements. `outputs`
// counts groups of four outputs.
uint32_t ReductionLanes(int64_t reduced, uint32_t outputs);

// Returns into how many parts, a divisor of `reduced`, the elements of a result are cut. Workgroups of their
// own reduce the parts, and a second dispatch the results. 1: results are enough, or elements too few.
int64_t ReductionParts(int64_t reduced, uint32_t outputs, uint32_t parallel_workgroups);

void LowerReduction(Lowering& lowering, Reduction reduction);
// Computes the mean of the rows and columns of images, NHWC, by the same shader, and then the node's `own`
// steps. Returns false, with nothing emitted, if the input is a strided view that the shader cannot walk.
bool LowerImageMean(Lowering& lowering, std::span<const EpilogueStep> own);
void LowerTypedReduction(Lowering& lowering, Reduction reduction);

// Functions that lower a reduction of float32, unless `lower` is null, and of `types`.
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
// Returns the row of a reduction of bools only.
template <Reduction kReduction>
constexpr ReductionRow RowOfBools() {
  return {.types = kBool, .lower = nullptr, .lower_typed = RowOf<kReduction>(kBool).lower_typed};
}

// Returns the record of a reduction of input 0 over the axes that input 1 stores.
OpSpec MakeReduction(int op_code, ReductionRow row);

}  // namespace litevk
