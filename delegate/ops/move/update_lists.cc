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

UpdatePlaces EmitUpdatePlaces(Lowering& lowering, int input, int64_t updates, std::span<const int> dims) {
  int64_t slots = 1;
  for (const int dim : dims) slots *= dim;
  const PickIndices places = EmitPlaces(lowering, input, updates, dims);
  EmitIndexCheck(lowering, places, updates, slots, "an index lies outside of the output's dims");
  return {.tensor = places.tensor, .updates = updates, .slots = slots};
}

UpdateLists EmitUpdateLists(Lowering& lowering, const UpdatePlaces& places) {
  const UpdateLists lists = {.first = AddWords(lowering, "first updates", places.slots),
                             .next = AddWords(lowering, "next updates", places.updates)};
  const shaders::UpdateLists::Push push = {.slots = static_cast<uint32_t>(places.slots),
                                           .values = static_cast<uint32_t>(places.updates)};
  const shaders::UpdateLists::Bindings bindings = {
      .places = places.tensor, .newest = lists.first, .next = lists.next};
  EmitPhase(lowering, Phase::kClear, places.slots, push, bindings);
  EmitPhase(lowering, Phase::kLink, places.updates, push, bindings);
  EmitPhase(lowering, Phase::kOrder, places.slots, push, bindings);
  return lists;
}

gpu::TensorId EmitLastUpdates(Lowering& lowering, const UpdatePlaces& places, int64_t values) {
  const gpu::TensorId last = AddWords(lowering, "last updates", places.slots);
  const shaders::UpdateLists::Push push = {.slots = static_cast<uint32_t>(places.slots),
                                           .values = static_cast<uint32_t>(values)};
  // Without lists, neither phase writes `next`.
  const shaders::UpdateLists::Bindings bindings = {.places = places.tensor, .newest = last, .next = last};
  EmitPhase(lowering, Phase::kClear, places.slots, push, bindings);
  EmitPhase(lowering, Phase::kLast, places.updates, push, bindings);
  return last;
}

}  // namespace litevk
