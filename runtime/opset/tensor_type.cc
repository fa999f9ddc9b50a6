#include "runtime/opset/tensor_type.h"

#include <cstddef>
#include <iterator>

namespace litevk {
namespace {

// The C ABI's types, indexed by schema::TensorType.
constexpr abi::TfLiteType kTypes[] = {
    abi::kTfLiteFloat32,   abi::kTfLiteFloat16,      abi::kTfLiteInt32,      abi::kTfLiteUInt8,
    abi::kTfLiteInt64,     abi::kTfLiteString,       abi::kTfLiteBool,       abi::kTfLiteInt16,
    abi::kTfLiteComplex64, abi::kTfLiteInt8,         abi::kTfLiteFloat64,    abi::kTfLiteComplex128,
    abi::kTfLiteUInt64,    abi::kTfLiteResource,     abi::kTfLiteVariant,    abi::kTfLiteUInt32,
    abi::kTfLiteUInt16,    abi::kTfLiteInt4,         abi::kTfLiteBFloat16,   abi::kTfLiteInt2,
    abi::kTfLiteUInt4,     abi::kTfLiteFloat8E4M3FN, abi::kTfLiteFloat8E5M2,
};
static_assert(std::size(kTypes) == static_cast<size_t>(schema::TensorType::MAX) + 1);

}  // namespace

abi::TfLiteType ToTfLiteType(schema::TensorType type) {
  if (type < schema::TensorType::MIN || type > schema::TensorType::MAX) return abi::kTfLiteNoType;
  return kTypes[static_cast<size_t>(type)];
}

}  // namespace litevk
