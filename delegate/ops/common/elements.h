// Kinds of elements that shaders read one by one (shaders/common/elements.glsl).
#pragma once

#include <cstdint>

#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// Kinds of elements. Their codes are the shader's.
enum class ElementKind : uint32_t { kFloat, kSigned, kUnsigned, kTruth, kComplex };

inline uint32_t KindOf(const ir::Tensor& tensor) {
  constexpr TypeSet kSignedTypes = {ir::DataType::kInt2,  ir::DataType::kInt4,  ir::DataType::kInt8,
                                    ir::DataType::kInt16, ir::DataType::kInt32, ir::DataType::kInt64};
  ElementKind kind = kSignedTypes.contains(tensor.type) ? ElementKind::kSigned : ElementKind::kUnsigned;
  constexpr TypeSet kFloatTypes = {ir::DataType::kFloat32, ir::DataType::kFloat16};
  if (kFloatTypes.contains(tensor.type)) kind = ElementKind::kFloat;
  if (tensor.type == ir::DataType::kBool) kind = ElementKind::kTruth;
  if (tensor.type == ir::DataType::kComplex64) kind = ElementKind::kComplex;
  return static_cast<uint32_t>(kind);
}

}  // namespace litevk
