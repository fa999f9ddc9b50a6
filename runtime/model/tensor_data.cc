#include "runtime/model/tensor_data.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace litevk {
namespace {

// TFLite's value: vector code may read a little past the end, and an empty tensor still has an address.
constexpr size_t kSpareBytes = 16;

size_t ElementBits(abi::TfLiteType type) {
  switch (type) {
    case abi::kTfLiteInt2:
      return 2;
    case abi::kTfLiteInt4:
    case abi::kTfLiteUInt4:
      return 4;
    case abi::kTfLiteUInt8:
    case abi::kTfLiteBool:
    case abi::kTfLiteInt8:
    case abi::kTfLiteFloat8E4M3FN:
    case abi::kTfLiteFloat8E5M2:
      return 8;
    case abi::kTfLiteInt16:
    case abi::kTfLiteUInt16:
    case abi::kTfLiteFloat16:
    case abi::kTfLiteBFloat16:
      return 16;
    case abi::kTfLiteFloat32:
    case abi::kTfLiteInt32:
    case abi::kTfLiteUInt32:
      return 32;
    case abi::kTfLiteInt64:
    case abi::kTfLiteUInt64:
    case abi::kTfLiteFloat64:
    case abi::kTfLiteComplex64:
      return 64;
    case abi::kTfLiteComplex128:
      return 128;
    default:
      return 0;
  }
}

void FreeQuantization(abi::TfLiteQuantization& quantization) {
  if (quantization.type == abi::kTfLiteAffineQuantization && quantization.params != nullptr) {
    auto* affine = static_cast<abi::TfLiteAffineQuantization*>(quantization.params);
    std::free(affine->scale);
    std::free(affine->zero_point);
  }
  std::free(quantization.params);
  quantization = {};
}

void FreeSparsity(abi::TfLiteSparsity* sparsity) {
  if (sparsity == nullptr) return;
  for (int i = 0; sparsity->dim_metadata != nullptr && i < sparsity->dim_metadata_size; ++i) {
    std::free(sparsity->dim_metadata[i].array_segments);
    std::free(sparsity->dim_metadata[i].array_indices);
  }
  std::free(sparsity->dim_metadata);
  std::free(sparsity->traversal_order);
  std::free(sparsity->block_map);
  std::free(sparsity);
}

}  // namespace

bool HasFixedSize(abi::TfLiteType type) {
  return type != abi::kTfLiteString && type != abi::kTfLiteResource && type != abi::kTfLiteVariant;
}

Result<size_t> BytesRequired(abi::TfLiteType type, std::span<const int> dims) {
  const size_t bits = ElementBits(type);
  if (bits == 0) return InvalidArgument("type " + std::to_string(type) + " has no element size");
  size_t elements = 1;
  for (const int dim : dims) {
    if (dim < 0) return InvalidArgument("dim " + std::to_string(dim) + " is negative");
    if (__builtin_mul_overflow(elements, static_cast<size_t>(dim), &elements)) elements = SIZE_MAX;
  }
  // The conversion to bits and rounding up must not overflow.
  if (elements > (SIZE_MAX - 7) / bits) return InvalidArgument("the number of bytes does not fit a size_t");
  return (elements * bits + 7) / 8;
}

std::span<const int> Values(const abi::TfLiteIntArray* array) {
  if (array == nullptr || array->size <= 0) return {};
  return {static_cast<const int*>(array->data), static_cast<size_t>(array->size)};
}

bool SameValues(const abi::TfLiteIntArray* a, const abi::TfLiteIntArray* b) {
  return std::ranges::equal(Values(a), Values(b));
}

bool OwnsData(const abi::TfLiteTensor& tensor) {
  return tensor.allocation_type == abi::kTfLiteDynamic || tensor.allocation_type == abi::kTfLitePersistentRo;
}

void FreeData(abi::TfLiteTensor& tensor) {
  if (OwnsData(tensor)) std::free(tensor.data.data);
  tensor.data.data = nullptr;
}

bool ReserveData(abi::TfLiteTensor& tensor, size_t bytes) {
  if (!OwnsData(tensor)) return true;
  if (tensor.data.data != nullptr && bytes <= tensor.bytes) return true;
  std::free(tensor.data.data);
  tensor.data.data = bytes > SIZE_MAX - kSpareBytes ? nullptr : std::malloc(bytes + kSpareBytes);
  return tensor.data.data != nullptr;
}

void FreeTensor(abi::TfLiteTensor& tensor) {
  FreeData(tensor);
  std::free(tensor.dims);
  std::free(const_cast<abi::TfLiteIntArray*>(tensor.dims_signature));
  FreeQuantization(tensor.quantization);
  FreeSparsity(tensor.sparsity);
  tensor.dims = nullptr;
  tensor.dims_signature = nullptr;
  tensor.sparsity = nullptr;
}

}  // namespace litevk
