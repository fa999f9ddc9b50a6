// The types whose elements are moved by address.
#pragma once

#include "runtime/ir/data_type.h"

namespace litevk::cpu {

// False for packed elements and strings.
inline bool HasAddresses(ir::DataType type) { return ir::PackedBits(type) == 0 && ir::ByteSize(type) > 0; }

}  // namespace litevk::cpu
