#include "runtime/ir/import_tensor.h"

#include <algorithm>
#include <utility>

#include "runtime/tflite/int_array.h"

namespace litevk {

static ir::Quantization ImportQuantization(const abi::TfLiteTensor& tensor) {
  ir::Quantization result;
  if (tensor.quantization.type != abi::kTfLiteAffineQuantization || tensor.quantization.params == nullptr) {
    return result;
  }
  const auto& affine = *static_cast<const abi::TfLiteAffineQuantization*>(tensor.quantization.params);
  if (affine.scale != nullptr && affine.scale->size > 0) {
    const float* first = affine.scale->data;
    result.scales.assign(first, first + affine.scale->size);
  }
  result.zero_points = ToVector(affine.zero_point);
  result.channel_axis = affine.quantized_dimension;
  return result;
}

ir::Shape ImportShape(const abi::TfLiteTensor& tensor) { return ir::Shape(ToVector(tensor.dims)); }

// TFLite marks an open dim with -1.
static ir::Shape ImportSignature(const abi::TfLiteTensor& tensor) {
  std::vector<int> dims = ToVector(tensor.dims_signature);
  std::ranges::replace(dims, -1, ir::kUnknownDim);
  return ir::Shape(std::move(dims));
}

ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor) {
  ir::Tensor result;
  result.name = tensor.name == nullptr ? "" : tensor.name;
  result.type = ir::FromTfLiteType(tensor.type);
  result.dims = ImportShape(tensor);
  result.signature = ImportSignature(tensor);
  result.quantization = ImportQuantization(tensor);
  result.sparsity = tensor.sparsity;
  result.is_variable = tensor.is_variable;
  result.is_dynamic = tensor.allocation_type == abi::kTfLiteDynamic;
  if (tensor.allocation_type == abi::kTfLiteMmapRo && tensor.data.data != nullptr) {
    result.constness = ir::Constness::kStored;
    result.data = {static_cast<const std::byte*>(tensor.data.data), tensor.bytes};
  }
  return result;
}

}  // namespace litevk
