// What PAD and PADV2 share: input 1 stores how many elements go before and after each dim of input 0.
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

// Returns zero as the tensor's type and quantization have it (ZeroNumber), in the lowest bits.
ElementBits ZeroOf(const ir::Tensor& tensor);

// Returns what a PAD puts around values (PaddingNumber), in the lowest bits.
ElementBits PaddingOf(const NodeView& view);

// Zeros beside the values of each row, along the innermost dim alone, leave the values rows of input 0.
Cuts CutsOfPad(const NodeView& view);

// One dispatch, which puts elements of `padding` around.
void LowerPad(Lowering& lowering, ElementBits padding);

}  // namespace litevk
