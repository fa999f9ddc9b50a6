// Seeded inputs for runs without input files.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/base/status.h"
#include "tools/run/array.h"

namespace litevk::tools {

// A range with both ends included; float types need not reach the upper one.
struct ValueRange {
  double low = 0;
  double high = 0;
};

// The values that a type takes unless a user gives others; nothing for types that have no range (bool,
// string) or of which no values can be made. Integers are those of TFLite's benchmark_model
// (GetDataRangesForType of tensorflow/lite/tools/utils.cc): 0 to 99, so that token ids are valid, uint8 0 to
// 254, int8 -127 to 127. Floats are in [-1, 1).
std::optional<ValueRange> DefaultRange(ir::DataType type);

// Uniform in `range`, or in the type's own where none is given; bool fair, strings of up to eight lower-case
// letters. The same seed, type, dims and range give the same values on every machine. Fails for a type of
// which no values can be made and for a range that it does not hold.
Result<Array> RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed,
                           std::optional<ValueRange> range = std::nullopt);

}  // namespace litevk::tools
