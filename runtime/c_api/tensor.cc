#include <algorithm>
#include <cstring>

#include "runtime/c_api/handles.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/strings.h"

namespace abi = litevk::abi;

namespace {

using Strings = std::vector<std::string_view>;

abi::TfLiteTensor& Get(const LitevkTensor* tensor) { return tensor->subgraph->tensor(tensor->id); }

// With its newest value, where a delegate has that. A value that the delegate cannot hand over is not there.
abi::TfLiteTensor& GetReadable(const LitevkTensor* tensor) {
  const auto read = [&] { return tensor->subgraph->EnsureReadable(tensor->id); };
  litevk::Guard(read, [](const char*) { return abi::kTfLiteError; });
  return Get(tensor);
}

const abi::TfLiteAffineQuantization* Affine(const abi::TfLiteTensor& tensor) {
  if (tensor.quantization.type != abi::kTfLiteAffineQuantization) return nullptr;
  return static_cast<const abi::TfLiteAffineQuantization*>(tensor.quantization.params);
}

// The scales of blocks lie in a tensor of their own.
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

Strings Unpack(std::span<const std::byte> packed) {
  litevk::Result<Strings> strings = litevk::ref::UnpackStrings(packed);
  return strings.ok() ? std::move(*strings) : Strings();
}

std::span<const std::byte> BytesOf(const abi::TfLiteTensor& tensor) {
  const auto* data = static_cast<const std::byte*>(tensor.data.data);
  return {data, data == nullptr ? 0 : tensor.bytes};
}

// Takes any packed strings, as many as the tensor has elements.
LitevkStatus SetPacked(abi::TfLiteTensor& tensor, std::span<const std::byte> packed) {
  const litevk::Result<Strings> strings = litevk::ref::UnpackStrings(packed);
  if (!strings.ok() || tensor.type != abi::kTfLiteString || !litevk::OwnsData(tensor)) {
    return kLitevkApplicationError;
  }
  if (static_cast<int64_t>(strings->size()) != litevk::ImportShape(tensor).NumElements()) {
    return kLitevkApplicationError;
  }
  if (!litevk::ReserveData(tensor, packed.size())) return kLitevkError;
  std::ranges::copy(packed, static_cast<std::byte*>(tensor.data.data));
  tensor.bytes = packed.size();
  return kLitevkOk;
}

}  // namespace

int LitevkTensorGetType(const LitevkTensor* tensor) { return Get(tensor).type; }

const char* LitevkTensorGetName(const LitevkTensor* tensor) {
  const char* name = Get(tensor).name;
  return name == nullptr ? "" : name;
}

int LitevkTensorGetIndex(const LitevkTensor* tensor) { return tensor->id; }

int LitevkTensorGetDimCount(const LitevkTensor* tensor) {
  return static_cast<int>(litevk::Values(Get(tensor).dims).size());
}

int LitevkTensorGetDim(const LitevkTensor* tensor, int index) {
  const std::span<const int> dims = litevk::Values(Get(tensor).dims);
  const auto position = static_cast<size_t>(index);
  return position < dims.size() ? dims[position] : -1;
}

int LitevkTensorGetSignatureDim(const LitevkTensor* tensor, int index) {
  const abi::TfLiteIntArray* signature = Get(tensor).dims_signature;
  if (signature == nullptr || signature->size == 0) return LitevkTensorGetDim(tensor, index);
  const std::span<const int> dims = litevk::Values(signature);
  const auto position = static_cast<size_t>(index);
  return position < dims.size() ? dims[position] : -1;
}

size_t LitevkTensorGetByteSize(const LitevkTensor* tensor) { return Get(tensor).bytes; }

void* LitevkTensorGetData(const LitevkTensor* tensor) { return GetReadable(tensor).data.data; }

bool LitevkTensorIsConstant(const LitevkTensor* tensor) {
  return Get(tensor).allocation_type == abi::kTfLiteMmapRo;
}

const TfLiteTensor* LitevkTensorGetTfLiteTensor(const LitevkTensor* tensor) {
  return reinterpret_cast<const TfLiteTensor*>(&GetReadable(tensor));
}

float LitevkTensorGetScale(const LitevkTensor* tensor) { return Get(tensor).params.scale; }

int LitevkTensorGetZeroPoint(const LitevkTensor* tensor) { return Get(tensor).params.zero_point; }

LitevkQuantization LitevkTensorGetQuantization(const LitevkTensor* tensor) {
  const abi::TfLiteQuantization& quantization = Get(tensor).quantization;
  if (quantization.type == abi::kTfLiteBlockwiseQuantization && quantization.params != nullptr) {
    return Blocks(*tensor, *static_cast<const abi::TfLiteBlockwiseQuantization*>(quantization.params));
  }
  LitevkQuantization result = {};
  const abi::TfLiteAffineQuantization* affine = Affine(Get(tensor));
  if (affine == nullptr || affine->scale == nullptr) return result;
  result.scales = affine->scale->data;
  result.count = affine->scale->size;
  result.zero_points = affine->zero_point == nullptr ? nullptr : affine->zero_point->data;
  result.zero_point_count = affine->zero_point == nullptr ? 0 : affine->zero_point->size;
  result.channel_axis = affine->quantized_dimension;
  return result;
}

LitevkStatus LitevkTensorCopyFromBuffer(LitevkTensor* tensor, const void* data, size_t size) {
  abi::TfLiteTensor& target = Get(tensor);
  if (target.type == abi::kTfLiteString) {
    const auto set = [&] { return SetPacked(target, {static_cast<const std::byte*>(data), size}); };
    return litevk::Guard(set, [](const char*) { return kLitevkError; });
  }
  if (size != target.bytes || LitevkTensorIsConstant(tensor)) return kLitevkApplicationError;
  if (size == 0) return kLitevkOk;
  if (target.data.data == nullptr || data == nullptr) return kLitevkApplicationError;
  std::memcpy(target.data.data, data, size);
  return kLitevkOk;
}

LitevkStatus LitevkTensorCopyToBuffer(const LitevkTensor* tensor, void* data, size_t size) {
  const abi::TfLiteTensor& source = GetReadable(tensor);
  if (size != source.bytes) return kLitevkApplicationError;
  if (size == 0) return kLitevkOk;
  if (source.data.data == nullptr || data == nullptr) return kLitevkApplicationError;
  std::memcpy(data, source.data.data, size);
  return kLitevkOk;
}

int LitevkTensorGetStringCount(const LitevkTensor* tensor) {
  if (Get(tensor).type != abi::kTfLiteString) return 0;
  return litevk::Guard([&] { return static_cast<int>(Unpack(BytesOf(GetReadable(tensor))).size()); },
                       [](const char*) { return 0; });
}

const char* LitevkTensorGetString(const LitevkTensor* tensor, int index, size_t* length) {
  if (Get(tensor).type != abi::kTfLiteString) return nullptr;
  const auto find = [&]() -> const char* {
    const Strings strings = Unpack(BytesOf(GetReadable(tensor)));
    const auto position = static_cast<size_t>(index);
    if (position >= strings.size()) return nullptr;
    *length = strings[position].size();
    return strings[position].data();
  };
  return litevk::Guard(find, [](const char*) -> const char* { return nullptr; });
}

LitevkStatus LitevkTensorSetStrings(LitevkTensor* tensor, const char* const* strings, const size_t* lengths,
                                    int count) {
  const auto set = [&] {
    std::vector<std::string> copies;
    for (int index = 0; index < count; ++index) {
      const size_t length = lengths == nullptr ? std::strlen(strings[index]) : lengths[index];
      copies.emplace_back(strings[index], length);
    }
    return SetPacked(Get(tensor), litevk::ref::PackStrings(copies));
  };
  return litevk::Guard(set, [](const char*) { return kLitevkError; });
}
