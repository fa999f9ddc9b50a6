// Positions of EMBEDDING_LOOKUP_SPARSE's inputs.
#pragma once

#include <cstdint>

namespace litevk {

// A sparse tensor of ids (value, index and shape apart), a weight for each id, and the table of embeddings.
enum EmbeddingLookupSparseInput : uint8_t {
  kIds = 0,
  kIndices = 1,
  kDenseShape = 2,
  kWeights = 3,
  kTable = 4
};

}  // namespace litevk
