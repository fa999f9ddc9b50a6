// How an operator combines two values, for kernels that find the operator in a subgraph and do not run it.
#pragma once

#include <cstdint>

namespace litevk {

enum class Combination : uint8_t { kNone, kReplace, kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr };

}  // namespace litevk
