// Conversions between the integers of quantized tensors and the real values that they represent.
#pragma once

#include <vector>

#include "tools/run/array.h"

namespace litevk::tools {

// True if the array belongs to an integer tensor with scales.
bool IsQuantized(const Array& array);

// Returns the float32 values that the integers of a quantized array represent. Fails if its scales do not fit
// its dims.
Result<Array> Dequantize(const Array& integers);
// Replaces each quantized array by its float32 values, and leaves the others.
Result<std::vector<Array>> DequantizeAll(std::vector<Array> arrays);

// Quantizes float32 values with the parameters of `tensor`, rounding to nearest with ties away from zero.
// Fails for NaN, which no integer represents.
Result<Array> Quantize(const Array& values, const Array& tensor);

}  // namespace litevk::tools
