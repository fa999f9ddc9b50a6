// Tensors that are joined or cut along one axis: rows of all elements from the axis inwards, one for every
// index before it. CONCATENATION and PACK, SPLIT, SPLIT_V and UNPACK.
#pragma once

#include <cstdint>

#include "delegate/lower/lowering.h"

namespace litevk {

// A row of the output is one of each input in turn: a dispatch for each of them.
void JoinRows(Lowering& lowering, int64_t rows);

// A row of input `input` is one of each output in turn: a dispatch for each of them.
void SplitRows(Lowering& lowering, int input, int64_t rows);

}  // namespace litevk
