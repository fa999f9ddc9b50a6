// Elements of tensors as doubles, for checks that are the same for every type.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/ir/data_type.h"

namespace litevk {

// True if elements of the type are read as doubles: floats of 32 and 64 bits, bool, and integers that take
// whole bytes.
bool HasElementValues(ir::DataType type);

// Returns the element of a type with element values; integers of 64 bits are rounded to a double.
double ElementValue(ir::DataType type, std::span<const std::byte> bytes, size_t index);

// Writes the element, rounded to the type and kept within the range of its integers.
void SetElementValue(ir::DataType type, std::span<std::byte> bytes, size_t index, double value);

}  // namespace litevk
