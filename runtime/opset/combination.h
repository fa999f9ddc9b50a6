// What an operator makes of two values, for those who read it in the body of another one and do not run it.
#pragma once

#include <cstdint>

namespace litevk {

enum class Combination : uint8_t { kNone, kReplace, kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr };

}  // namespace litevk
