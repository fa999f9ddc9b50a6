#include "delegate/ops/move/update_lists.h"

#include <string_view>

#include "runtime/ir/shape.h"
#include "shaders/move/update_lists.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Phases of the shader (kPhase).
enum class Phase : uint32_t { kClear, kLink, kOrder, kLast };

void EmitPhase(Lowering& lowering, Phase phase, int64_t total, const shaders::UpdateLists::Push& push,
               const shaders::UpdateLists::Bindings& bindings) {
  shaders::UpdateLists::Push of_phase = push;
  of_phase.total = static_cast<uint32_t>(total);
  lowering.EmitPart<shaders::UpdateLists>({.kLocalSizeX = kGroup, .kPhase = static_cast<uint32_t>(phase)},
                                          of_phase, bindings, FlatGroups(total, kGroup, lowering.limits()));
}

gpu::TensorId AddWords(Lowering& lowering, std::string_view name, int64_t words) {
  return lowering.AddScratch(name, static_cast<uint64_t>(words), gpu::Storage::kBits32);
}

}  // namespace

UpdateSlices EmitUpdateSlices(Lowering& lowering, int input, int64_t updates, std::span<const int> dims) {
  int64_t slots = 1;
  for (const int dim : dims) slots *= dim;
  const PickIndices slices = EmitIndices(lowering, input, updates, dims);
  EmitIndexCheck(lowering, slices, updates, slots, "an index lies outside of the output's dims");
  return {.tensor = slices.tensor, .updates = updates, .slots = slots};
}

UpdateLists EmitUpdateLists(Lowering& lowering, const UpdateSlices& slices) {
  const UpdateLists lists = {.first = AddWords(lowering, "first updates", slices.slots),
                             .next = AddWords(lowering, "next updates", slices.updates)};
  const shaders::UpdateLists::Push push = {.slots = static_cast<uint32_t>(slices.slots),
                                           .values = static_cast<uint32_t>(slices.updates)};
  const shaders::UpdateLists::Bindings bindings = {
      .positions = slices.tensor, .newest = lists.first, .next = lists.next};
  EmitPhase(lowering, Phase::kClear, slices.slots, push, bindings);
  EmitPhase(lowering, Phase::kLink, slices.updates, push, bindings);
  EmitPhase(lowering, Phase::kOrder, slices.slots, push, bindings);
  return lists;
}

gpu::TensorId EmitLastUpdates(Lowering& lowering, const UpdateSlices& slices, int64_t values) {
  const gpu::TensorId last = AddWords(lowering, "last updates", slices.slots);
  const shaders::UpdateLists::Push push = {.slots = static_cast<uint32_t>(slices.slots),
                                           .values = static_cast<uint32_t>(values)};
  // Without lists, neither phase writes `next`.
  const shaders::UpdateLists::Bindings bindings = {.positions = slices.tensor, .newest = last, .next = last};
  EmitPhase(lowering, Phase::kClear, slices.slots, push, bindings);
  EmitPhase(lowering, Phase::kLast, slices.updates, push, bindings);
  return last;
}

}  // namespace litevk
