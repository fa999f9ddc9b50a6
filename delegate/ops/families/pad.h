// What PAD and PADV2 share: input 1 stores how many elements go before and after each dim of input 0.
#pragma once

#include <array>
#include <cstdint>

#include "delegate/lower/lowering.h"

namespace litevk {

// The bits of an element in the order of memory: of one of two words both, else in the lowest bits of the
// first.
using ElementBits = std::array<uint32_t, 2>;

// Zero, as the tensor's type and quantization have it: of the wider integers TFLite quantizes none with a
// zero point but 0.
ElementBits ZeroOf(const ir::Tensor& tensor);

// One dispatch, which puts elements of `padding` around.
void LowerPad(Lowering& lowering, ElementBits padding);

}  // namespace litevk
