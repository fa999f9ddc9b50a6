// Elements of the types that share bytes, of which kernels and the device see each in a byte of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/ir/data_type.h"

namespace litevk::ir {

// `count` elements of a packed type, a byte each. An element whose byte is missing is 0.
std::vector<std::byte> UnpackElements(DataType type, std::span<const std::byte> packed, int64_t count);
// Writes the first ones, as many as `elements` has bytes.
void UnpackElements(DataType type, std::span<const std::byte> packed, std::span<std::byte> elements);

// The reverse; bits behind the last element are 0. `packed` has room for all of them.
void PackElements(DataType type, std::span<const std::byte> elements, std::span<std::byte> packed);

}  // namespace litevk::ir
