#include "runtime/c_api/handles.h"

namespace abi = litevk::abi;
namespace c_api = litevk::c_api;

namespace {

const abi::TfLiteAffineQuantization* Affine(const abi::TfLiteQuantization& quantization) {
  if (quantization.type != abi::kTfLiteAffineQuantization) return nullptr;
  return static_cast<const abi::TfLiteAffineQuantization*>(quantization.params);
}

// Returns blockwise quantization, whose scales are a tensor of their own.
LitevkQuantization Blocks(const LitevkTensor& tensor, const abi::TfLiteBlockwiseQuantization& blocks) {
  LitevkQuantization result = {};
  result.block_size = blocks.blocksize;
  result.channel_axis = blocks.quantized_dimension;
  if (blocks.scale < 0 || blocks.scale >= tensor.subgraph->tensor_count()) return result;
  const abi::TfLiteTensor& scales = tensor.subgraph->tensor(blocks.scale);
  if (scales.type != abi::kTfLiteFloat16 || scales.allocation_type != abi::kTfLiteMmapRo) return result;
  result.block_scales = static_cast<const uint16_t*>(scales.data.data);
  result.block_count = result.block_scales == nullptr ? 0 : static_cast<int>(scales.bytes / sizeof(uint16_t));
  return result;
}

}  // namespace

float LitevkTensorGetScale(const LitevkTensor* tensor) { return c_api::Locked(tensor)->params.scale; }

int LitevkTensorGetZeroPoint(const LitevkTensor* tensor) { return c_api::Locked(tensor)->params.zero_point; }

LitevkQuantization LitevkTensorGetQuantization(const LitevkTensor* tensor) {
  const c_api::Locked locked(tensor);
  const abi::TfLiteQuantization& quantization = locked->quantization;
  if (quantization.type == abi::kTfLiteBlockwiseQuantization && quantization.params != nullptr) {
    return Blocks(*tensor, *static_cast<const abi::TfLiteBlockwiseQuantization*>(quantization.params));
  }
  LitevkQuantization result = {};
  const abi::TfLiteAffineQuantization* affine = Affine(quantization);
  if (affine == nullptr || affine->scale == nullptr) return result;
  result.scales = affine->scale->data;
  result.count = affine->scale->size;
  result.zero_points = affine->zero_point == nullptr ? nullptr : affine->zero_point->data;
  result.zero_point_count = affine->zero_point == nullptr ? 0 : affine->zero_point->size;
  result.channel_axis = affine->quantized_dimension;
  return result;
}
