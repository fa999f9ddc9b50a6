// Seeded inputs for runs without input files.
#pragma once

#include <cstdint>

#include "tools/run/array.h"

namespace litevk::tools {

// Float types uniform in [-1, 1), integer types over their whole range, bool fair, strings of up to eight
// lower-case letters. The same seed, type and dims give the same values on every machine.
Array RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed);

}  // namespace litevk::tools
