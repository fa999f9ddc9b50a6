#include "onnx/write/emitter.h"

#include <cstring>

#include "onnx/facts/data_type.h"
#include "runtime/ir/packed_elements.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
std::vector<std::byte> ElementOf(T value) {
  std::vector<std::byte> bytes(sizeof(value));
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

std::vector<std::byte> ElementOf(ir::DataType type, double value) {
  if (type == ir::DataType::kFloat32) return ElementOf(static_cast<float>(value));
  if (type == ir::DataType::kFloat64) return ElementOf(value);
  std::vector<std::byte> bytes = ElementOf(static_cast<int64_t>(value));
  bytes.resize(static_cast<size_t>(ir::ByteSize(type)));
  return bytes;
}

}  // namespace

Name Emitter::Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes) {
  return writer().Add(op, inputs, attributes);
}

std::vector<Name> Emitter::AddMany(std::string_view op, const std::vector<Name>& inputs,
                                   const Attributes& attributes, size_t results) {
  return writer().AddMany(op, inputs, attributes, results);
}

Name Emitter::Scalar(ir::DataType type, double value) {
  if (type == ir::DataType::kFloat16) return Cast(Float(static_cast<float>(value)), type);
  return Of(type, {}, ElementOf(type, value), "number");
}

Name Emitter::Cast(const Name& value, ir::DataType type) {
  return Add("Cast", {value}, {{"to", int64_t{OnnxType(type)}}});
}

Name Emitter::WithinRange(const Name& value, ir::DataType type, ir::DataType range) {
  const Name lowest = Scalar(type, static_cast<double>(ir::RangeOf(range).lowest));
  return Add("Clip", {value, lowest, Scalar(type, static_cast<double>(ir::RangeOf(range).highest))});
}

Name Emitter::Squeeze(const Name& value, const std::vector<int64_t>& axes) {
  return Add("Squeeze", {value, Dims(axes)});
}

Name Emitter::Unsqueeze(const Name& value, const std::vector<int64_t>& axes) {
  return Add("Unsqueeze", {value, Dims(axes)});
}

Name Emitter::Slice(const Name& value, const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
                    const std::vector<int64_t>& axes) {
  return Add("Slice", {value, Dims(starts), Dims(ends), Dims(axes)});
}

Name Emitter::Pad(const Name& value, const std::vector<int64_t>& pads, const Name& filler) {
  return Add("Pad", {value, Dims(pads), filler});
}

Name Emitter::Concat(const std::vector<Name>& values, int64_t axis) {
  return values.size() == 1 ? values.front() : Add("Concat", values, {{"axis", axis}});
}

Name Emitter::Reshape(const Name& value, const std::vector<int64_t>& dims) {
  return Add("Reshape", {value, Dims(dims)});
}

Name Emitter::Transpose(const Name& value, const std::vector<int64_t>& permutation) {
  return Add("Transpose", {value}, {{"perm", permutation}});
}

Name Emitter::LookedUpAt(const Name& indices, ir::DataType type, std::span<const std::byte> table) {
  const int64_t count = static_cast<int64_t>(table.size()) / ir::ByteSize(type);
  const Name elements = Of(type, {count}, table, "results");
  return Add("Gather", {elements, indices});
}

}  // namespace litevk::to_onnx
