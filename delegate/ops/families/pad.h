// What PAD and PADV2 share: input 1 stores how many elements go before and after each dim of input 0.
#pragma once

#include <cstdint>

#include "delegate/lower/lowering.h"

namespace litevk {

// One dispatch. `padding`: the element that is put around, in the lowest bits, or in each of an element's two
// words.
void LowerPad(Lowering& lowering, uint32_t padding);

}  // namespace litevk
