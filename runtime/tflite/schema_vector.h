// Readers of a model file's vectors.
#pragma once

#include <cstddef>
#include <cstring>

#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Returns 0 for a missing vector.
template <typename T>
size_t SizeOf(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? 0 : vector->size();
}

// Returns vector[index] at any alignment. FlatBuffers' verifier checks the alignment of a vector's length (4
// bytes), but not of its elements. Vector::Get would read an int64_t as if it were aligned.
template <typename T>
T ValueAt(const flatbuffers::Vector<T>& vector, size_t index) {
  T value;
  std::memcpy(&value, vector.Data() + index * sizeof(T), sizeof value);
  return flatbuffers::EndianScalar(value);
}

}  // namespace litevk
