// Operators along the innermost dim of quantized tensors, bit for bit TFLite's reference kernels
// (shaders/quantized_rows.comp).
#pragma once

#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// The codes are the shader's.
enum class RowFunction : uint32_t { kSoftmax, kLogSoftmax, kSoftmax16, kL2Norm };

// Emits SOFTMAX or LOG_SOFTMAX of 8 bits, whose neighbouring integers differ by `step` in the exponent.
void LowerQuantizedSoftmax(Lowering& lowering, double step, RowFunction function);
// Emits SOFTMAX of int16.
void LowerSoftmax16(Lowering& lowering, float step);
void LowerQuantizedL2Normalization(Lowering& lowering);

// Returns the kernel of a signature.
GpuKernel QuantizedRowsKernel(std::string_view signature, void (*lower)(Lowering&));

}  // namespace litevk
