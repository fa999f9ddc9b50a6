// PAD and PADV2: input 1 stores how many elements go before and after each dim of input 0.
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

// Returns zero in the tensor's type and quantization (QuantizedZero), in the lowest bits.
ElementBits ZeroOf(const ir::Tensor& tensor);

// Returns the element that a PAD puts around values (PaddingValue), in the lowest bits.
ElementBits PaddingOf(const NodeView& view);

// Returns the output as a strided view of input 0 with zeros beside the values of each row. The view exists
// only if all padding is along the innermost dim.
Cuts CutsOfPad(const NodeView& view);

// Emits one dispatch, which puts elements of `padding` around the values.
void LowerPad(Lowering& lowering, ElementBits padding);

}  // namespace litevk
