#include "runtime/model/load_tensor.h"

#include <cstdlib>
#include <span>

#include "runtime/model/tensor_data.h"
#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/schema_vector.h"

namespace litevk {
namespace {

Status NoMemory() { return {StatusCode::kResourceExhausted, "no memory for a tensor's description"}; }

// Allocates zeroed memory with malloc; null if memory runs out.
template <typename T>
T* Allocate(size_t count = 1) {
  return static_cast<T*>(std::calloc(count == 0 ? 1 : count, sizeof(T)));
}

// Copies values to a TfLiteIntArray or TfLiteFloatArray. A missing vector is empty.
template <typename Array, typename Vector>
Array* CopyVector(const Vector* values) {
  const size_t count = SizeOf(values);
  auto* array = static_cast<Array*>(std::malloc(sizeof(Array) + count * sizeof(int)));
  if (array == nullptr) return nullptr;
  array->size = static_cast<int>(count);
  using Value = std::remove_reference_t<decltype(array->data[0])>;
  Value* out = array->data;
  for (size_t i = 0; i < count; ++i) out[i] = static_cast<Value>(ValueAt(*values, i));
  return array;
}

Status LoadBlocks(const schema::BlockwiseQuantization& source, int axis, abi::TfLiteTensor& tensor) {
  auto* blocks = Allocate<abi::TfLiteBlockwiseQuantization>();
  if (blocks == nullptr) return NoMemory();
  *blocks = {source.scales(), source.zero_points(), source.block_size(), axis};
  tensor.quantization = {abi::kTfLiteBlockwiseQuantization, blocks};
  return {};
}

Status LoadQuantization(const schema::QuantizationParameters* source, abi::TfLiteTensor& tensor) {
  if (source == nullptr) return {};
  if (const auto* blocks = source->details_as_BlockwiseQuantization()) {
    return LoadBlocks(*blocks, source->quantized_dimension(), tensor);
  }
  if (source->details_type() == schema::QuantizationDetails::MultiAxisQuantization) {
    return Unsupported("quantization along several dims is not supported");
  }
  if (source->scale() == nullptr || source->scale()->size() == 0) return {};
  auto* affine = Allocate<abi::TfLiteAffineQuantization>();
  if (affine == nullptr) return NoMemory();
  tensor.quantization = {abi::kTfLiteAffineQuantization, affine};
  affine->scale = CopyVector<abi::TfLiteFloatArray>(source->scale());
  affine->zero_point = CopyVector<abi::TfLiteIntArray>(source->zero_point());
  affine->quantized_dimension = source->quantized_dimension();
  if (affine->scale == nullptr || affine->zero_point == nullptr) return NoMemory();
  if (affine->scale->size == 1 && affine->zero_point->size == 1) {
    tensor.params = {affine->scale->data[0], affine->zero_point->data[0]};
  }
  return {};
}

abi::TfLiteIntArray* CopyIndices(schema::SparseIndexVector type, const void* source) {
  switch (type) {
    case schema::SparseIndexVector::Int32Vector:
      return CopyVector<abi::TfLiteIntArray>(static_cast<const schema::Int32Vector*>(source)->values());
    case schema::SparseIndexVector::Uint16Vector:
      return CopyVector<abi::TfLiteIntArray>(static_cast<const schema::Uint16Vector*>(source)->values());
    case schema::SparseIndexVector::Uint8Vector:
      return CopyVector<abi::TfLiteIntArray>(static_cast<const schema::Uint8Vector*>(source)->values());
    default:
      return nullptr;
  }
}

Status LoadDimension(const schema::DimensionMetadata& source, abi::TfLiteDimensionMetadata& dim) {
  dim.format = static_cast<abi::TfLiteDimensionType>(source.format());
  if (source.format() == schema::DimensionType::DENSE) {
    dim.dense_size = source.dense_size();
    return {};
  }
  dim.array_segments = CopyIndices(source.array_segments_type(), source.array_segments());
  dim.array_indices = CopyIndices(source.array_indices_type(), source.array_indices());
  if (dim.array_segments == nullptr || dim.array_indices == nullptr) return NoMemory();
  return {};
}

Status LoadSparsity(const schema::SparsityParameters* source, abi::TfLiteTensor& tensor) {
  if (source == nullptr) return {};
  auto* sparsity = Allocate<abi::TfLiteSparsity>();
  if (sparsity == nullptr) return NoMemory();
  tensor.sparsity = sparsity;
  sparsity->traversal_order = CopyVector<abi::TfLiteIntArray>(source->traversal_order());
  if (source->block_map() != nullptr) {
    sparsity->block_map = CopyVector<abi::TfLiteIntArray>(source->block_map());
  }
  const auto* dims = source->dim_metadata();
  const size_t count = dims == nullptr ? 0 : dims->size();
  sparsity->dim_metadata = Allocate<abi::TfLiteDimensionMetadata>(count);
  if (sparsity->traversal_order == nullptr || sparsity->dim_metadata == nullptr) return NoMemory();
  sparsity->dim_metadata_size = static_cast<int>(count);
  for (size_t i = 0; i < count; ++i) {
    const auto* dim = dims->Get(static_cast<flatbuffers::uoffset_t>(i));
    LITEVK_RETURN_IF_ERROR(LoadDimension(*dim, sparsity->dim_metadata[i]));
  }
  return {};
}

Status LoadMemory(const Model& model, const schema::Tensor& source, abi::TfLiteTensor& tensor) {
  const std::span<const std::byte> constant = model.Buffer(source.buffer());
  if (constant.data() != nullptr) {
    tensor.allocation_type = abi::kTfLiteMmapRo;
    tensor.data.data = const_cast<std::byte*>(constant.data());
    tensor.bytes = constant.size();
    tensor.allocation = &model;
    return LoadSparsity(source.sparsity(), tensor);
  }
  tensor.is_variable = source.is_variable();
  tensor.dims_signature = CopyVector<abi::TfLiteIntArray>(source.shape_signature());
  if (tensor.dims_signature == nullptr) return NoMemory();
  tensor.allocation_type = tensor.is_variable ? abi::kTfLiteArenaRwPersistent : abi::kTfLiteArenaRw;
  if (!HasFixedSize(tensor.type)) {
    if (tensor.is_variable) return Unsupported("a variable without a fixed size is not supported");
    tensor.allocation_type = abi::kTfLiteDynamic;
    return {};
  }
  LITEVK_ASSIGN_OR_RETURN(tensor.bytes, BytesRequired(tensor.type, Values(tensor.dims)));
  return {};
}

}  // namespace

Status LoadTensor(const Model& model, const schema::Tensor& source, abi::TfLiteTensor& tensor) {
  if (source.external_buffer() != 0) return Unsupported("values in an external file are not supported");
  tensor.type = ToTfLiteType(source.type());
  tensor.name = source.name() == nullptr ? "" : source.name()->c_str();
  tensor.dims = CopyVector<abi::TfLiteIntArray>(source.shape());
  if (tensor.dims == nullptr) return NoMemory();
  LITEVK_RETURN_IF_ERROR(LoadQuantization(source.quantization(), tensor));
  return LoadMemory(model, source, tensor);
}

}  // namespace litevk
