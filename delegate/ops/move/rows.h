// Tensors that are joined or cut along one axis, for CONCATENATION and PACK, SPLIT, SPLIT_V and UNPACK. Rows
// consist of all elements from the axis inwards, one row for every index before the axis.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

// Returns each input as a view of the output, which has `rows` rows. A row of the output is one row of each
// input in turn.
std::vector<StridedView> JoinedRows(const NodeView& view, int64_t rows);
// Returns the cuts of input `input`, which has `rows` rows. A row of it is one row of each output in turn.
Cuts CutRows(const NodeView& view, int input, int64_t rows);

// Returns the copy of input `input`, dense, to the place of its elements in output 0.
StridedCopy CopyToJoined(const Lowering& lowering, int input, const StridedView& part);

// Lowers operators whose record has `joins` or `cuts`: emits a dispatch for each part that is not in place.
void LowerJoin(Lowering& lowering);
void LowerCut(Lowering& lowering);
// GpuKernel::reads_strided of operators that have cuts.
bool ReadsCutRows(const NodeView& view, const StridedInput& input);

}  // namespace litevk
