// Positions of HASHTABLE_LOOKUP's operands.
#pragma once

#include <cstdint>

namespace litevk {

enum HashtableLookupInput : uint8_t { kLookup = 0, kKeys = 1, kValues = 2 };

enum HashtableLookupOutput : uint8_t { kFound = 0, kHits = 1 };

}  // namespace litevk
