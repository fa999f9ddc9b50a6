#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "runtime/ir/shape.h"
#include "runtime/model/model_check.h"
#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/strings.h"

namespace litevk::model_check {
namespace {

// Limit well above the number of dims that any operator takes.
constexpr size_t kMostDims = 64;
constexpr int kBitsPerByte = 8;
// 1 TiB, so that the total size of all tensors fits 64 bits too.
constexpr int64_t kMostBytes = int64_t{1} << 40;

// Element sizes in bits, indexed by schema::TensorType.
constexpr int kElementBits[] = {
    32,   // FLOAT32
    16,   // FLOAT16
    32,   // INT32
    8,    // UINT8
    64,   // INT64
    0,    // STRING
    8,    // BOOL
    16,   // INT16
    64,   // COMPLEX64
    8,    // INT8
    64,   // FLOAT64
    128,  // COMPLEX128
    64,   // UINT64
    0,    // RESOURCE
    0,    // VARIANT
    32,   // UINT32
    16,   // UINT16
    4,    // INT4
    16,   // BFLOAT16
    2,    // INT2
    4,    // UINT4
    8,    // FLOAT8_E4M3FN
    8,    // FLOAT8_E5M2
};
static_assert(std::size(kElementBits) == static_cast<size_t>(schema::TensorType::MAX) + 1);

ir::Shape ShapeOf(const schema::Tensor& tensor) {
  if (tensor.shape() == nullptr) return {};
  return ir::Shape(std::vector<int>(tensor.shape()->begin(), tensor.shape()->end()));
}

// Checks that ir::Shape::NumElements and its product with the element's size do not overflow, even without
// dims of 0.
Status CheckShape(const schema::Tensor& tensor) {
  if (SizeOf(tensor.shape()) > kMostDims) {
    return InvalidArgument("it has " + std::to_string(SizeOf(tensor.shape())) + " dims, expected " +
                           std::to_string(kMostDims) + " or less");
  }
  const ir::Shape shape = ShapeOf(tensor);
  int64_t bits = std::max(ElementBits(tensor.type()), kBitsPerByte);
  for (const int dim : shape.dims()) {
    if (dim < 0) return InvalidArgument("shape " + shape.ToString() + " has a negative dim");
    if (dim > 0 && __builtin_mul_overflow(bits, int64_t{dim}, &bits)) {
      return InvalidArgument("shape " + shape.ToString() + " has too many elements");
    }
  }
  if (bits / kBitsPerByte > std::min<int64_t>(kMostBytes, std::numeric_limits<ptrdiff_t>::max())) {
    return InvalidArgument("shape " + shape.ToString() + " has too many elements");
  }
  return {};
}

Status CheckSignatureShape(const schema::Tensor& tensor) {
  const size_t rank = SizeOf(tensor.shape_signature());
  if (rank == 0) return {};
  if (rank != SizeOf(tensor.shape())) {
    return InvalidArgument("its shape signature has " + std::to_string(rank) + " dims, its shape " +
                           std::to_string(SizeOf(tensor.shape())));
  }
  for (const int32_t dim : *tensor.shape_signature()) {
    if (dim < -1) {
      return InvalidArgument("its shape signature has the dim " + std::to_string(dim) +
                             ", expected -1 or more");
    }
  }
  return {};
}

Status CheckStrings(std::span<const std::byte> bytes, int64_t element_count, Budget& budget) {
  LITEVK_RETURN_IF_ERROR(budget.Spend(bytes.size()));
  LITEVK_ASSIGN_OR_RETURN(const auto strings, ref::UnpackStrings(bytes));
  if (static_cast<int64_t>(strings.size()) == element_count) return {};
  return InvalidArgument("its buffer holds " + std::to_string(strings.size()) + " strings, its shape " +
                         std::to_string(element_count));
}

Status CheckDenseBytes(const schema::Tensor& tensor, size_t stored_bytes) {
  const int64_t count = ShapeOf(tensor).NumElements();
  const int64_t bits = count * ElementBits(tensor.type());
  const int64_t expected = bits / kBitsPerByte + (bits % kBitsPerByte == 0 ? 0 : 1);
  if (static_cast<int64_t>(stored_bytes) == expected) return {};
  return InvalidArgument("its buffer has " + std::to_string(stored_bytes) + " bytes, expected " +
                         std::to_string(expected) + " for " + schema::EnumNameTensorType(tensor.type()) +
                         " " + ShapeOf(tensor).ToString());
}

Status CheckConstant(const Source& source, const schema::Tensor& tensor) {
  const std::span<const std::byte> bytes =
      BufferBytes(*source.root.buffers()->Get(tensor.buffer()), source.bytes);
  if (tensor.is_variable()) return InvalidArgument("it is a variable, but its buffer has data");
  if (tensor.type() == schema::TensorType::STRING) {
    if (tensor.sparsity() != nullptr) return InvalidArgument("a sparse string tensor");
    return CheckStrings(bytes, ShapeOf(tensor).NumElements(), source.budget);
  }
  if (ElementBits(tensor.type()) == 0) {
    return InvalidArgument(std::string("a constant of type ") + schema::EnumNameTensorType(tensor.type()));
  }
  if (tensor.sparsity() != nullptr) return CheckSparsity(tensor, bytes.size(), source.budget);
  return CheckDenseBytes(tensor, bytes.size());
}

Status CheckScales(const schema::Tensor& tensor, const schema::QuantizationParameters& quantization) {
  const size_t scales = SizeOf(quantization.scale());
  if (SizeOf(quantization.zero_point()) != scales) {
    return InvalidArgument("it has " + std::to_string(scales) + " scales, but " +
                           std::to_string(SizeOf(quantization.zero_point())) + " zero points");
  }
  const size_t rank = SizeOf(tensor.shape());
  const int axis = quantization.quantized_dimension();
  if (axis < 0 || (rank > 0 && static_cast<size_t>(axis) >= rank)) {
    return InvalidArgument("it is quantized along dim " + std::to_string(axis) + " of " +
                           std::to_string(rank));
  }
  const int slices = rank == 0 ? 1 : tensor.shape()->Get(static_cast<uint32_t>(axis));
  if (scales == 1 || static_cast<int64_t>(scales) == slices) return {};
  return InvalidArgument("it has " + std::to_string(scales) + " scales, expected 1 or, along dim " +
                         std::to_string(axis) + ", " + std::to_string(slices));
}

Status CheckZeroPoints(const flatbuffers::Vector<int64_t>& zero_points) {
  for (size_t i = 0; i < zero_points.size(); ++i) {
    const int64_t value = ValueAt(zero_points, i);
    if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
      return InvalidArgument("its zero point " + std::to_string(value) + " does not fit 32 bits");
    }
  }
  return {};
}

// Checks scales and zero points that are tensors of the same subgraph.
template <typename Details>
Status CheckScaleTensors(const Details& details, size_t tensor_count) {
  for (const int32_t id : {details.scales(), details.zero_points()}) {
    if (id < -1 || id >= static_cast<int64_t>(tensor_count)) {
      return InvalidArgument("its quantization is in tensor " + std::to_string(id) + " of " +
                             std::to_string(tensor_count));
    }
  }
  return {};
}

Status CheckQuantization(const Source& source, const schema::SubGraph& subgraph,
                         const schema::Tensor& tensor) {
  if (tensor.quantization() == nullptr) return {};
  const schema::QuantizationParameters& quantization = *tensor.quantization();
  const size_t tensor_count = subgraph.tensors()->size();
  if (const auto* blockwise = quantization.details_as_BlockwiseQuantization()) {
    LITEVK_RETURN_IF_ERROR(CheckScaleTensors(*blockwise, tensor_count));
  }
  if (const auto* multi_axis = quantization.details_as_MultiAxisQuantization()) {
    LITEVK_RETURN_IF_ERROR(CheckScaleTensors(*multi_axis, tensor_count));
  }
  if (SizeOf(quantization.scale()) == 0) return {};
  LITEVK_RETURN_IF_ERROR(CheckScales(tensor, quantization));
  LITEVK_RETURN_IF_ERROR(source.budget.Spend(quantization.zero_point()->size()));
  return CheckZeroPoints(*quantization.zero_point());
}

}  // namespace

int ElementBits(schema::TensorType type) { return kElementBits[static_cast<size_t>(type)]; }

bool IsConstant(const Source& source, const schema::Tensor& tensor) {
  if (tensor.buffer() == 0) return false;
  return BufferBytes(*source.root.buffers()->Get(tensor.buffer()), source.bytes).data() != nullptr;
}

Status CheckTensor(const Source& source, const schema::SubGraph& subgraph, const schema::Tensor& tensor) {
  if (ToTfLiteType(tensor.type()) == abi::kTfLiteNoType) {
    return InvalidArgument("element type " + std::to_string(static_cast<int>(tensor.type())) +
                           " is not known");
  }
  LITEVK_RETURN_IF_ERROR(source.budget.Spend(SizeOf(tensor.shape()) + SizeOf(tensor.shape_signature())));
  LITEVK_RETURN_IF_ERROR(CheckShape(tensor));
  LITEVK_RETURN_IF_ERROR(CheckSignatureShape(tensor));
  if (tensor.buffer() >= source.root.buffers()->size()) {
    return InvalidArgument("its buffer is " + std::to_string(tensor.buffer()) + " of " +
                           std::to_string(source.root.buffers()->size()));
  }
  if (tensor.external_buffer() != 0) {
    return Unsupported("its values lie in another file (external buffer " +
                       std::to_string(tensor.external_buffer()) + "), which is not supported");
  }
  if (IsConstant(source, tensor)) {
    LITEVK_RETURN_IF_ERROR(CheckConstant(source, tensor));
  } else if (tensor.sparsity() != nullptr) {
    return InvalidArgument("it is sparse, but its buffer has no data");
  }
  return CheckQuantization(source, subgraph, tensor);
}

}  // namespace litevk::model_check
