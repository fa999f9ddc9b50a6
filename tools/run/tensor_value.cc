#include "tools/run/tensor_value.h"

#include <span>
#include <string>
#include <utility>

#include "runtime/ir/packed_elements.h"
#include "runtime/tflite/strings.h"

namespace litevk::tools {
namespace {

ir::Quantization QuantizationOf(const LitevkTensor* tensor) {
  const LitevkQuantization told = LitevkTensorGetQuantization(tensor);
  ir::Quantization result;
  result.scales.assign(told.scales, told.scales + told.count);
  result.zero_points.assign(told.zero_points, told.zero_points + told.zero_point_count);
  result.channel_axis = told.channel_axis;
  return result;
}

Result<std::vector<std::byte>> Pack(const Array& value, ir::DataType type) {
  std::vector<std::byte> packed(static_cast<size_t>(ir::BytesFor(type, value.size())));
  ir::PackElements(type, value.bytes, packed);
  if (ir::UnpackElements(type, packed, value.size()) == value.bytes) return packed;
  return InvalidArgument("the array has numbers that " + std::string(ir::Name(type)) + " does not have");
}

}  // namespace

Array Describe(const LitevkTensor* tensor) {
  std::vector<int> dims;
  dims.reserve(static_cast<size_t>(LitevkTensorGetDimCount(tensor)));
  for (int axis = 0; axis < LitevkTensorGetDimCount(tensor); ++axis) {
    dims.push_back(LitevkTensorGetDim(tensor, axis));
  }
  Array array;
  array.type = ir::FromTfLiteType(LitevkTensorGetType(tensor));
  array.dims = ir::Shape(std::move(dims));
  array.quantization = QuantizationOf(tensor);
  return array;
}

Result<Array> ValueOf(const LitevkTensor* tensor) {
  Array array = Describe(tensor);
  const auto* data = static_cast<const std::byte*>(LitevkTensorGetData(tensor));
  const size_t size = LitevkTensorGetByteSize(tensor);
  if (data == nullptr && size > 0) return Unavailable("the tensor has no value in host memory");
  const std::span<const std::byte> bytes(data, size);
  if (array.type == ir::DataType::kString) {
    LITEVK_ASSIGN_OR_RETURN(const auto strings, ref::UnpackStrings(bytes));
    array.strings.assign(strings.begin(), strings.end());
  } else if (ir::PackedBits(array.type) > 0) {
    array.bytes = ir::UnpackElements(array.type, bytes, array.size());
  } else {
    array.bytes.assign(bytes.begin(), bytes.end());
  }
  return array;
}

Result<std::vector<std::byte>> BytesInMemory(const Array& value, ir::DataType type) {
  if (type == ir::DataType::kString) return ref::PackStrings(value.strings);
  return ir::PackedBits(type) > 0 ? Pack(value, type) : value.bytes;
}

}  // namespace litevk::tools
