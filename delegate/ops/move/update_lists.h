// Updates in lists, one for each slice of a tensor, if a run computes the slices' numbers
// (shaders/move/update_lists.comp).
#pragma once

#include <cstdint>
#include <span>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/picks.h"

namespace litevk {

// Numbers of the slices of a tensor that a node's updates are for, in the order of the updates.
struct UpdateSlices {
  gpu::TensorId tensor;
  int64_t updates = 0;
  int64_t slots = 0;  // number of slices
};

// Emits the slices that the indices of input `input` name for `updates` updates. Each update has one index
// for each of `dims`, the first dims of the tensor. A run whose indices lie outside fails.
UpdateSlices EmitUpdateSlices(Lowering& lowering, int input, int64_t updates, std::span<const int> dims);

// Constraint::is_decided of the condition that indices of input `kIndices` name slices of the output. A run
// checks the indices that it computes.
template <int kIndices>
bool IndicesAreDecided(const NodeView& view) {
  return !view.input_is_known(kIndices) || !view.output().dims.has_unknown();
}

// Lists in the order of the updates. They have the first update of each slice, and for each update the next
// one of its slice, -1 after the last.
struct UpdateLists {
  gpu::TensorId first;
  gpu::TensorId next;
};
UpdateLists EmitUpdateLists(Lowering& lowering, const UpdateSlices& slices);

// Returns for each slice its last update, or -1. `values` is less than the number of updates if these share
// the last value.
gpu::TensorId EmitLastUpdates(Lowering& lowering, const UpdateSlices& slices, int64_t values);

}  // namespace litevk
