// Slices of a tensor that indices pick: the tensor as {outer, dim, inner}, the indices as {count}, the output
// as {outer, count, inner} (shaders/gather.comp).
#pragma once

#include <cstdint>
#include <string>

#include "delegate/lower/lowering.h"

namespace litevk {

struct Picks {
  int64_t outer = 1;  // of each batch; further batches of tensor, indices and output follow
  int64_t dim = 1;
  int64_t inner = 1;
  int64_t count = 1;
};

// Emits one dispatch. The indices are of `index_words` words, the low one first. An index out of range picks
// some slice.
void EmitPicks(Lowering& lowering, gpu::TensorId source, gpu::TensorId indices, uint32_t index_words,
               const Picks& picks);

// What the model stores of input `input` is known to be in range (IndicesLieInRange); what a run computes is
// looked at in that run, which fails where an index does not lie in 0 to `dim` - 1.
void EmitIndexCheck(Lowering& lowering, int input, int64_t dim);

// Whether the indices of input `input`, of int32 or int64, lie in 0 to `dim` - 1; true where they are not
// known before the run. Those that nodes compute of constants are looked at too.
bool IndicesLieInRange(const NodeView& view, int input, int64_t dim);

uint32_t IndexWords(const ir::Tensor& indices);

}  // namespace litevk
