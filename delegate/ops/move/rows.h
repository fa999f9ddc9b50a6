// Tensors that are joined or cut along one axis: rows of all elements from the axis inwards, one for every
// index before it. CONCATENATION and PACK, SPLIT, SPLIT_V and UNPACK.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

// A row of the output is one of each input in turn: where each input lies in the output, which has `rows`
// rows.
std::vector<RowView> JoinedRows(const NodeView& view, int64_t rows);
// A row of input `input`, which has `rows` of them, is one of each output in turn.
Cuts CutRows(const NodeView& view, int input, int64_t rows);

// Returns the copy of input `input`, dense, to where its elements lie in output 0.
StridedCopy CopyToJoined(const Lowering& lowering, int input, const RowView& part);

// Lowers operators whose record has `joins` or `cuts`: a dispatch for each part that is not in place.
void LowerJoin(Lowering& lowering);
void LowerCut(Lowering& lowering);
// GpuKernel::reads_rows of those that have cuts.
bool ReadsCutRows(const NodeView& view, const InputInRows& input);

}  // namespace litevk
