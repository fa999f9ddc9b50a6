// Slices of a tensor that indices pick: the tensor as {outer, dim, inner}, the indices as {count}, the output
// as {outer, count, inner} (shaders/move/gather.comp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

struct Picks {
  int64_t outer = 1;  // slices of each batch; further batches of tensor, indices and output follow
  int64_t dim = 1;
  int64_t inner = 1;
  int64_t count = 1;
  bool fills_outside = false;  // an index out of range picks elements of `filling`, else some slice
  ElementBits filling = {};
};

// Indices on the device: `count` integers of `bytes` bytes each, 2, 4 or 8.
struct PickIndices {
  gpu::TensorId tensor;
  uint32_t bytes = 4;
};

// Emits one dispatch.
void EmitPicks(Lowering& lowering, gpu::TensorId source, PickIndices indices, const Picks& picks);

// An index of no element: EmitKnownPicks picks elements of `picks.filling` for it.
inline constexpr int32_t kNoPick = -1;
// Emits one dispatch with indices that the plan knows; `picks.count` is their number.
void EmitKnownPicks(Lowering& lowering, gpu::TensorId source, std::vector<int32_t> indices, Picks picks);

// Dims that shaders/move/gather_nd_positions.comp takes.
inline constexpr int kMostIndexDims = 8;

// Returns for each of `count` groups of indices of input `input` the number of the slice that it names, in
// memory of the node's own. A group has one index for each of `dims`, the first dims of the tensor. If an
// index is out of range, the number is one that no tensor has.
PickIndices EmitIndices(Lowering& lowering, int input, int64_t count, std::span<const int> dims);

// Emits a check of the indices of input `input` that a run computes. The run fails if an index does not lie
// in 0 to `dim` - 1. Indices that the model stores are known to be in range (IndicesLieInRange).
void EmitIndexCheck(Lowering& lowering, int input, int64_t dim);
// Checks `count` indices that another dispatch of the node has computed; `message` is the run's failure.
void EmitIndexCheck(Lowering& lowering, PickIndices indices, int64_t count, int64_t dim, std::string message);

// Returns input `input`, of int16, int32 or int64, if it is known before the run. Nodes may compute it from
// constants.
std::optional<std::vector<int64_t>> KnownIndices(const NodeView& view, int input);

// True if the indices of input `input` lie in 0 to `dim` - 1, or are not known before the run.
bool IndicesLieInRange(const NodeView& view, int input, int64_t dim);

// Returns input `input` as indices.
PickIndices IndicesOf(Lowering& lowering, int input);

}  // namespace litevk
