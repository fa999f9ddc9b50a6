// Tensors of an interpreter as Arrays.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/include/litevk/litevk_runtime.h"
#include "tools/run/array.h"

namespace litevk::tools {

// Returns type, dims and quantization, without values.
Array Describe(const LitevkTensor* tensor);
// Returns the tensor with its value. Fails if the value is not in the host's memory.
Result<Array> ValueOf(const LitevkTensor* tensor);
// Returns the bytes of the value in a tensor of the type: the array's type, or the packed type of its
// elements. Fails if an element needs more bits than the packed type has.
Result<std::vector<std::byte>> BytesInMemory(const Array& value, ir::DataType type);

}  // namespace litevk::tools
