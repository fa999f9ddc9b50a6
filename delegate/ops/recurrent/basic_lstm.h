// LSTM's basic kernel: its states are inputs and outputs at once, and an input state that is a variable
// tensor is updated as well.
#pragma once

#include "delegate/lower/lowering.h"

namespace litevk {

void LowerBasicLstm(Lowering& lowering);
// GpuKernel::reads_strided of LSTM's basic kernel.
bool ReadsBasicLstmRows(const StridedInput& input);

}  // namespace litevk
