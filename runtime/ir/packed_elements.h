// Conversion of packed types, whose elements share bytes. Kernels and the device see each element in a byte
// of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/ir/data_type.h"

namespace litevk::ir {

// Returns `count` elements of a packed type, a byte each. An element whose byte is missing is 0.
std::vector<std::byte> UnpackElements(DataType type, std::span<const std::byte> packed, int64_t count);
// Unpacks the first elements, as many as `elements` has bytes.
void UnpackElements(DataType type, std::span<const std::byte> packed, std::span<std::byte> elements);

// Packs elements; bits after the last one are 0. `packed` must have room for all of them.
void PackElements(DataType type, std::span<const std::byte> elements, std::span<std::byte> packed);

}  // namespace litevk::ir
