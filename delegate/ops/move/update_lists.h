// Updates by the place of a tensor that they are for, where a run computes the places
// (shaders/update_lists.comp).
#pragma once

#include <cstdint>
#include <span>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/picks.h"

namespace litevk {

// Places of the slices of a tensor that a node's updates are for, in the order of the updates.
struct UpdatePlaces {
  gpu::TensorId tensor;
  int64_t updates = 0;
  int64_t slots = 0;  // places that there are
};

// The places that the indices of input `input` name for `updates` updates, each by one index for each of the
// dims `dims`, the first ones of a tensor. A run whose indices lie outside fails.
UpdatePlaces EmitUpdatePlaces(Lowering& lowering, int input, int64_t updates, std::span<const int> dims);

// For Constraint::is_decided, of whether the indices of input `kIndices` name places of the output. Those
// that a run computes are looked at in that run.
template <int kIndices>
bool PlacesAreDecided(const NodeView& view) {
  return !view.input_is_known(kIndices) || !view.output().dims.has_unknown();
}

// For each place the first of its updates, and for each update the next one of its place, -1 after the last:
// the order of a list is that of the updates.
struct UpdateLists {
  gpu::TensorId first;
  gpu::TensorId next;
};
UpdateLists EmitUpdateLists(Lowering& lowering, const UpdatePlaces& places);

// For each place the last one of its updates, or -1; `values` are fewer than the updates where they share the
// last.
gpu::TensorId EmitLastUpdates(Lowering& lowering, const UpdatePlaces& places, int64_t values);

}  // namespace litevk
