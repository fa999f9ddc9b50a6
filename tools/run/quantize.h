// Numbers of quantized tensors, and the values that they stand for.
#pragma once

#include <vector>

#include "tools/run/array.h"

namespace litevk::tools {

// Returns whether the array is of a tensor of integers that has scales.
bool IsQuantized(const Array& array);

// Returns the float32 values that the numbers of a quantized array stand for. Fails where its scales do not
// fit its dims.
Result<Array> Dequantize(const Array& numbers);
// Replaces each quantized array by its values, and leaves the others.
Result<std::vector<Array>> DequantizeAll(std::vector<Array> arrays);

// Returns the numbers of the quantized `tensor` that are nearest to float32 values, halves away from zero.
// Fails for NaN, which no number stands for.
Result<Array> Quantize(const Array& values, const Array& tensor);

}  // namespace litevk::tools
