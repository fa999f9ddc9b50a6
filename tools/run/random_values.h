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

// Returns the range of a type, limited to values that doubles can compute with. Returns nothing for types
// without a range (bool, string) and for types without random values.
std::optional<ValueRange> WidestRange(ir::DataType type);

// Makes values that are uniform in `range`; bool fair, strings of up to eight lower-case letters. Without a
// range, floats are in [-1, 1) and integers of up to eight bits take any value. Wider integers are 0 to 99,
// so that token ids are valid. These ranges are TFLite's in benchmark_model (GetDataRangesForType of
// tensorflow/lite/tools/utils.cc). The same seed, type, dims and range give the same values on every machine.
// Fails for a type without random values and for a range beyond the type's.
Result<Array> RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed,
                           std::optional<ValueRange> range = std::nullopt);

}  // namespace litevk::tools
