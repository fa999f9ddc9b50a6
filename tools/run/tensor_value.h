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
// Fails where the value is not in the host's memory.
Result<Array> ValueOf(const LitevkTensor* tensor);
// Returns the bytes of the value in a tensor of the type, which is the array's or shares bytes where that
// does not. Fails where an element needs more bits than it has there.
Result<std::vector<std::byte>> BytesInMemory(const Array& value, ir::DataType type);

}  // namespace litevk::tools
