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

// Returns what a type holds, or as much of it as doubles can compute with; nothing for types that have no
// range (bool, string) or of which no values can be made.
std::optional<ValueRange> WidestRange(ir::DataType type);

// Makes values that are uniform in `range`; bool fair, strings of up to eight lower-case letters. Where no
// range is given, floats are in [-1, 1), integers of up to eight bits any, wider ones 0 to 99, as TFLite's
// benchmark_model has them (GetDataRangesForType of tensorflow/lite/tools/utils.cc), so that token ids are
// valid. The same seed, type, dims and range give the same values on every machine. Fails for a type of which
// no values can be made and for a range that it does not hold.
Result<Array> RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed,
                           std::optional<ValueRange> range = std::nullopt);

}  // namespace litevk::tools
