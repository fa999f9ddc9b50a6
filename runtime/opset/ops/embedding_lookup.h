// Positions of EMBEDDING_LOOKUP's inputs.
#pragma once

#include <cstdint>

namespace litevk {

enum EmbeddingLookupInput : uint8_t { kLookup = 0, kTable = 1 };

}  // namespace litevk
