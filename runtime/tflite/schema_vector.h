// Reading the vectors of a model file.
#pragma once

#include <cstddef>
#include <cstring>

#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Missing vectors are empty ones.
template <typename T>
size_t SizeOf(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? 0 : vector->size();
}

// vector[index], wherever it lies. FlatBuffers' verifier checks the alignment of a vector's length (4 bytes),
// not that of its elements, and Vector::Get would read an int64_t from there as if it were aligned.
template <typename T>
T ValueAt(const flatbuffers::Vector<T>& vector, size_t index) {
  T value;
  std::memcpy(&value, vector.Data() + index * sizeof(T), sizeof value);
  return flatbuffers::EndianScalar(value);
}

}  // namespace litevk
