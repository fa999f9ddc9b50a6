// TensorValues: constants from stored tensors, their elements, columns and scales.
#include "onnx/write/tensor_values.h"

#include <algorithm>

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/layout/permutation.h"

namespace litevk::to_onnx {
namespace {

// Returns zero points as elements of the tensor's type, which has one or two bytes, in little endian.
std::vector<std::byte> ZeroPointsOf(const ir::Tensor& tensor) {
  const auto& points = tensor.quantization.zero_points;
  const auto bytes = static_cast<size_t>(ir::ByteSize(ir::UnpackedType(tensor.type)));
  const size_t count = tensor.quantization.scales.size();
  std::vector<std::byte> result;
  for (size_t i = 0; i < count; ++i) {
    const int point = points.empty() ? 0 : points[std::min(i, points.size() - 1)];
    for (size_t byte = 0; byte < bytes; ++byte) result.push_back(static_cast<std::byte>(point >> (8 * byte)));
  }
  return result;
}

std::vector<std::byte> Packed(ir::DataType type, std::span<const std::byte> elements) {
  std::vector<std::byte> packed(
      static_cast<size_t>(ir::BytesFor(type, static_cast<int64_t>(elements.size()))));
  ir::PackElements(type, elements, packed);
  return packed;
}

}  // namespace

bool TensorValues::StaysPacked(const ir::Tensor& tensor) const {
  return opset_ >= kOpsetOfPacked && PackedOnnxType(tensor.type) != 0;
}

Name TensorValues::StoredValue(const ir::Tensor& tensor, const Permutation& permutation,
                               const std::vector<int64_t>& dims, bool keeps_packed) {
  std::vector<std::byte> unpacked;
  std::span<const std::byte> bytes = tensor.data;
  if (ir::PackedBits(tensor.type) > 0) {
    unpacked = ir::UnpackElements(tensor.type, bytes, tensor.dims.NumElements());
    bytes = unpacked;
  }
  std::vector<std::byte> permuted;
  if (!permutation.empty()) {
    const auto element = static_cast<size_t>(ir::ByteSize(ir::UnpackedType(tensor.type)));
    permuted = PermutedElements(bytes, element, tensor.dims, permutation);
    bytes = permuted;
  }
  if (!keeps_packed || !StaysPacked(tensor)) {
    return writer_.Shared({OnnxType(tensor.type), dims, bytes}, constant_names_.Of(tensor));
  }
  const std::vector<std::byte> packed = Packed(tensor.type, bytes);
  return writer_.Shared({PackedOnnxType(tensor.type), dims, packed}, constant_names_.Of(tensor));
}

Name TensorValues::ReadColumns(ir::TensorId id, const ColumnLayout& columns, bool is_scaled) {
  if (graph_.tensor(id).is_known()) return StoredColumns(id, columns, is_scaled);
  const auto key = std::pair(id, columns);
  if (!is_scaled && !columns_.contains(key)) compute_columns_(id, columns);
  return columns_.contains(key) ? columns_.at(key) : Name();
}

void TensorValues::DefineColumns(ir::TensorId id, const Name& result, const ColumnLayout& columns) {
  const Name name = writer_.Unique(graph_.tensor(id).name);
  writer_.Call(result, name);
  columns_[{id, columns}] = name;
}

Name TensorValues::ReadScaledColumns(ir::TensorId id, const ColumnLayout& columns, float multiplier) {
  ir::Tensor scaled = graph_.tensor(id);
  scaled.quantization.scales.assign(scaled.quantization.scales.size(), multiplier);
  return Dequantized(ColumnsOf(id, columns, true), scaled, {});
}

Name TensorValues::StoredColumns(ir::TensorId id, const ColumnLayout& columns, bool is_scaled) {
  const Name value = ColumnsOf(id, columns, is_scaled);
  return is_scaled ? Dequantized(value, graph_.tensor(id), {}) : value;
}

Name TensorValues::ColumnsOf(ir::TensorId id, const ColumnLayout& columns, bool keeps_packed) {
  ir::Tensor wide = graph_.tensor(id);
  const std::vector<int64_t> dims = WrittenDims(wide.dims, {});
  std::vector<int> split = {wide.dims[0]};
  split.insert(split.end(), columns.dims.begin(), columns.dims.end());
  wide.dims = ir::Shape(split);
  Permutation permutation = {0};
  for (const int dim : columns.permutation) permutation.push_back(dim + 1);
  return StoredValue(wide, permutation, dims, keeps_packed);
}

Name TensorValues::Quantized(const Name& value, const ir::Tensor& tensor, const Permutation& permutation) {
  return AddLinear("QuantizeLinear", value, tensor, permutation);
}

Name TensorValues::Dequantized(const Name& value, const ir::Tensor& tensor, const Permutation& permutation) {
  return AddLinear("DequantizeLinear", value, tensor, permutation);
}

Name TensorValues::AddLinear(std::string_view op, const Name& value, const ir::Tensor& tensor,
                             const Permutation& permutation) {
  if (tensor.quantization.block_size != 0) return AddBlocks(op, value, tensor, permutation);
  const auto& scales = tensor.quantization.scales;
  std::vector<int64_t> dims;
  Attributes attributes;
  if (scales.size() > 1) {
    dims.push_back(static_cast<int64_t>(scales.size()));
    const int axis = Moved(tensor.quantization.channel_axis, permutation, tensor.dims.rank());
    attributes.push_back({"axis", int64_t{axis}});
  }
  std::vector<Name> inputs = {
      value, writer_.Shared({::onnx::TensorProto::FLOAT, dims, std::as_bytes(std::span(scales))}, "scale")};
  if (tensor.type != ir::DataType::kInt32) {
    std::vector<std::byte> points = ZeroPointsOf(tensor);
    const bool is_packed = tensor.is_known() && StaysPacked(tensor);
    if (is_packed) points = Packed(tensor.type, points);
    const int type = is_packed ? PackedOnnxType(tensor.type) : OnnxType(tensor.type);
    inputs.push_back(writer_.Shared({type, dims, points}, "zero_point"));
  }
  return writer_.Add(op, inputs, attributes);
}

// The scales are a matrix with as many rows, which is permuted like the quantized values.
Name TensorValues::AddBlocks(std::string_view op, const Name& value, const ir::Tensor& tensor,
                             const Permutation& permutation) {
  const int64_t size = tensor.quantization.block_size;
  ir::Tensor scales;
  scales.name = "scale";
  scales.type = ir::DataType::kFloat32;
  scales.dims = {tensor.dims[0], tensor.dims[1] / static_cast<int>(size)};
  scales.data = std::as_bytes(std::span(tensor.quantization.scales));
  const Name scale = StoredValue(scales, permutation, WrittenDims(scales.dims, permutation), false);
  const int64_t axis = Moved(1, permutation, tensor.dims.rank());
  return writer_.Add(op, {value, scale}, {{"axis", axis}, {"block_size", size}});
}

}  // namespace litevk::to_onnx
