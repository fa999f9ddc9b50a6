// Parts of sample models, and the lists of their damages by part.
#pragma once

#include <limits>
#include <span>

#include "tests/runtime/model/damaged/damage.h"

namespace litevk::test {

using schema::ModelT;
using Type = schema::TensorType;

inline constexpr int kMost = std::numeric_limits<int>::max();
inline constexpr int kLeast = std::numeric_limits<int>::min();

inline schema::TensorT& Tensor(ModelT& model, size_t id, size_t subgraph = 0) {
  return *model.subgraphs[subgraph]->tensors[id];
}
inline schema::OperatorT& Operator(ModelT& model, size_t index, size_t subgraph = 0) {
  return *model.subgraphs[subgraph]->operators[index];
}
// Return parts of tensor 1 of "convolution" and of tensor 0 of "sparse".
inline schema::QuantizationParametersT& Quantization(ModelT& model) { return *Tensor(model, 1).quantization; }
inline schema::SparsityParametersT& Sparsity(ModelT& model) { return *Tensor(model, 0).sparsity; }
inline schema::DimensionMetadataT& Level(ModelT& model, size_t index) {
  return *Sparsity(model).dim_metadata[index];
}
inline schema::BufferT& Buffer(ModelT& model, size_t index) { return *model.buffers[index]; }

// Damages of tensors, with their quantization and sparsity.
std::span<const Damage> TensorDamages();
std::span<const Damage> SparsityDamages();

}  // namespace litevk::test
