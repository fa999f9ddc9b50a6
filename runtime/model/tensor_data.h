// The memory that a TfLiteTensor owns: arrays and, if it is dynamic, its bytes. All comes from malloc, as
// kernels and delegates expect.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/base/status.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns false for strings, resources and variants, whose size does not follow from their dims.
bool HasFixedSize(abi::TfLiteType type);

// Fails if the type has no fixed size, a dim is negative or the product overflows size_t.
Result<size_t> BytesRequired(abi::TfLiteType type, std::span<const int> dims);

// A missing array counts as empty.
std::span<const int> Values(const abi::TfLiteIntArray* array);
bool SameValues(const abi::TfLiteIntArray* a, const abi::TfLiteIntArray* b);

// True if the tensor's bytes come from malloc and belong to it.
bool OwnsData(const abi::TfLiteTensor& tensor);
// Leaves the tensor without bytes; frees them if they belong to it.
void FreeData(abi::TfLiteTensor& tensor);
// Makes room for `bytes`, without keeping the values, in a tensor that owns its data; does nothing for
// others. False if memory runs out.
bool ReserveData(abi::TfLiteTensor& tensor, size_t bytes);
// Frees everything that the tensor owns.
void FreeTensor(abi::TfLiteTensor& tensor);

}  // namespace litevk
