// LSTM's basic kernel of uint8 (shaders/quantized_basic_lstm_*.comp).
#pragma once

#include "delegate/kernel/gpu_kernel.h"

namespace litevk {

GpuKernel QuantizedBasicLstmKernel();

}  // namespace litevk
