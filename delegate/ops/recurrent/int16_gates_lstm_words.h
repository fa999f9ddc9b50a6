// Words in which the shaders of the integer LSTMs leave results and states, and tensors made of them.
#pragma once

#include <cstdint>

#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/sequence.h"

namespace litevk {

// Layout of the words of all rows of the batch: output values and hidden ones in whole quads, then cell
// states, then results by positions.
struct LstmWords {
  uint32_t rows;
  uint32_t positions;
  uint32_t cells;
  uint32_t outputs;

  uint32_t StatePitch() const { return (outputs + 3) / 4 * 4; }
  uint32_t Cells() const { return rows * (StatePitch() + (cells + 3) / 4 * 4); }
  uint32_t Results() const { return Cells() + rows * cells; }
  uint64_t All() const { return Results() + uint64_t{positions} * outputs; }
};

LstmWords LstmWordsOf(const NodeView& view, const SequenceLayout& layout);

// Emits the copies from the words to tensors: the states and the node's output.
void EmitLstmTensors(Lowering& lowering, gpu::TensorId memory, const LstmWords& words);

}  // namespace litevk
