// What a TfLiteTensor owns: arrays and, where it is dynamic, its bytes, all from malloc, as kernels and
// delegates expect.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/base/status.h"
#include "runtime/tflite/common.h"

namespace litevk {

// False for strings, resources and variants, whose bytes do not follow from their dims.
bool HasFixedSize(abi::TfLiteType type);

// Fails where the type has no size of its own, a dim is negative or the product does not fit a size_t.
Result<size_t> BytesRequired(abi::TfLiteType type, std::span<const int> dims);

// A missing array is like an empty one.
std::span<const int> Values(const abi::TfLiteIntArray* array);
bool SameValues(const abi::TfLiteIntArray* a, const abi::TfLiteIntArray* b);

// Whether the tensor's bytes come from malloc and are its own.
bool OwnsData(const abi::TfLiteTensor& tensor);
// Leaves the tensor without bytes; frees them where they are its own.
void FreeData(abi::TfLiteTensor& tensor);
// Room for `bytes`, without keeping the values, in a tensor that owns its data; nothing for any other. False
// when memory runs out.
bool ReserveData(abi::TfLiteTensor& tensor, size_t bytes);
// Everything that the tensor owns.
void FreeTensor(abi::TfLiteTensor& tensor);

}  // namespace litevk
