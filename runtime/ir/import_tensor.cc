#include "runtime/ir/import_tensor.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/tflite/int_array.h"

namespace litevk {

static ir::Quantization ImportBlocks(const abi::TfLiteBlockwiseQuantization& blocks,
                                     std::span<const abi::TfLiteTensor> others) {
  ir::Quantization result;
  result.block_size = blocks.blocksize;
  result.channel_axis = blocks.quantized_dimension;
  if (blocks.scale < 0 || static_cast<size_t>(blocks.scale) >= others.size()) return result;
  const abi::TfLiteTensor& scales = others[static_cast<size_t>(blocks.scale)];
  const bool is_constant = scales.allocation_type == abi::kTfLiteMmapRo && scales.data.data != nullptr;
  if (scales.type != abi::kTfLiteFloat16 || !is_constant || scales.sparsity != nullptr) return result;
  for (size_t byte = 0; byte + 2 <= scales.bytes; byte += 2) {
    Eigen::half scale;
    std::memcpy(&scale, scales.data.raw + byte, sizeof(scale));
    result.scales.push_back(static_cast<float>(scale));
  }
  return result;
}

static ir::Quantization ImportQuantization(const abi::TfLiteTensor& tensor,
                                           std::span<const abi::TfLiteTensor> others) {
  ir::Quantization result;
  if (tensor.quantization.type == abi::kTfLiteBlockwiseQuantization &&
      tensor.quantization.params != nullptr) {
    return ImportBlocks(*static_cast<const abi::TfLiteBlockwiseQuantization*>(tensor.quantization.params),
                        others);
  }
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

// Returns the dims with open ones, which TFLite marks with -1.
static ir::Shape ImportSignature(const abi::TfLiteTensor& tensor) {
  std::vector<int> dims = ToVector(tensor.dims_signature);
  std::ranges::replace(dims, -1, ir::kUnknownDim);
  return ir::Shape(std::move(dims));
}

ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor, std::span<const abi::TfLiteTensor> others) {
  ir::Tensor result;
  result.name = tensor.name == nullptr ? "" : tensor.name;
  result.type = ir::FromTfLiteType(tensor.type);
  result.dims = ImportShape(tensor);
  result.signature = ImportSignature(tensor);
  result.quantization = ImportQuantization(tensor, others);
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
