#include "onnx/write/constants.h"

#include "onnx/facts/data_type.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
std::span<const std::byte> BytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

Name Constants::Of(ir::DataType type, const std::vector<int64_t>& dims, std::span<const std::byte> elements,
                   std::string_view name) {
  return writer_.Shared({OnnxType(type), dims, elements}, name);
}

Name Constants::Dims(const std::vector<int64_t>& values) {
  return Of(ir::DataType::kInt64, {static_cast<int64_t>(values.size())}, BytesOf(values), "dims");
}

Name Constants::Ints(const std::vector<int64_t>& values, const std::vector<int64_t>& dims) {
  return Of(ir::DataType::kInt64, dims, BytesOf(values), "ints");
}

Name Constants::Floats(const std::vector<float>& values, const std::vector<int64_t>& dims) {
  return Of(ir::DataType::kFloat32, dims, BytesOf(values), "floats");
}

Name Constants::Doubles(const std::vector<double>& values, const std::vector<int64_t>& dims) {
  return Of(ir::DataType::kFloat64, dims, BytesOf(values), "doubles");
}

Name Constants::Int(int64_t value) {
  return Of(ir::DataType::kInt64, {}, std::as_bytes(std::span(&value, 1)), "int");
}

Name Constants::Float(float value) {
  return Of(ir::DataType::kFloat32, {}, std::as_bytes(std::span(&value, 1)), "float");
}

}  // namespace litevk::to_onnx
