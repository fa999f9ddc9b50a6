// TFLite's arrays of ints, which it frees with free().
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "runtime/tflite/common.h"

namespace litevk {

struct FreeIntArray {
  void operator()(abi::TfLiteIntArray* array) const { std::free(array); }
};
using IntArray = std::unique_ptr<abi::TfLiteIntArray, FreeIntArray>;

// Returns null if memory runs out.
inline IntArray MakeIntArray(const std::vector<int>& values) {
  // The struct has room for one value already.
  const size_t bytes = sizeof(abi::TfLiteIntArray) + sizeof(int) * values.size();
  IntArray array(static_cast<abi::TfLiteIntArray*>(std::malloc(bytes)));
  if (array == nullptr) return array;
  array->size = static_cast<int>(values.size());
  std::ranges::copy(values, static_cast<int*>(array->data));
  return array;
}

inline std::vector<int> ToVector(const abi::TfLiteIntArray* array) {
  if (array == nullptr || array->size <= 0) return {};
  const int* first = array->data;
  return {first, first + array->size};
}

}  // namespace litevk
