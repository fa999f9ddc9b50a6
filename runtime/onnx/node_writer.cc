#include "runtime/onnx/node_writer.h"

#include <cstring>

#include "onnx.pb.h"
#include "runtime/onnx/data_type.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
std::span<const std::byte> BytesOf(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

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

NodeWriter::NodeWriter(const Place& place)
    : place_(place),
      scaled_(place.row, ir::TensorsOf(place.graph, place.node.inputs),
              ir::TensorsOf(place.graph, place.node.outputs)),
      written_(place.node.outputs.size()) {
  hint_ = place.node.outputs.empty() ? "node" : place.graph.tensor(place.node.outputs.front()).name;
}

bool NodeWriter::has(size_t input) const {
  return input < place_.node.inputs.size() && place_.node.inputs[input] != ir::kAbsent;
}

const ir::Tensor& NodeWriter::input(size_t index) const {
  return place_.graph.tensor(place_.node.inputs[index]);
}

const ir::Tensor& NodeWriter::output(size_t index) const {
  return place_.graph.tensor(place_.node.outputs[index]);
}

Name NodeWriter::Read(size_t index) { return Read(index, order(index)); }

Name NodeWriter::Read(size_t index, const Order& wanted) {
  const ir::TensorId id = place_.node.inputs[index];
  if (scaled_.is_of_products(index)) return ReadBias(index);
  if (scaled_.input(index)) return place_.values.ReadReal(id, wanted, scaled_.is_weight(index));
  const Name value = place_.values.Read(id, wanted);
  const ir::DataType type = MovedAs(input(index).type);
  if (!IsNative(type)) unknown_type_ = ir::Name(input(index).type);
  return type == input(index).type ? value : Cast(value, type);
}

Name NodeWriter::ReadBias(size_t index) {
  return place_.values.ReadBias(place_.node.inputs[index], ProductScales(input(index - 2), input(index - 1)));
}

Name NodeWriter::ReadReshaped(size_t index, const std::vector<int64_t>& dims) {
  const Name value = Reshape(Read(index), dims);
  if (!scaled_.input(index)) return value;
  const ir::Tensor form = FormOf(input(index));
  return place_.values.Dequantized(place_.values.Quantized(value, form, {}), form, {});
}

Name NodeWriter::ReadStored(size_t index, const Order& wanted) {
  return place_.values.Read(place_.node.inputs[index], wanted);
}

void NodeWriter::Write(size_t index, const Name& value) { Write(index, value, output_order(index)); }

void NodeWriter::Write(size_t index, const Name& value, const Order& from) {
  const ir::Tensor& tensor = output(index);
  if (scaled_.output(index)) {
    const Order order = Normalized(output_order(index), tensor.dims.rank());
    const bool moves = from != order && Normalized(from, tensor.dims.rank()) != order;
    const Name settled = moves ? Settled(index, value, from) : value;
    const Name moved = place_.values.Reordered(settled, tensor, from, order, tensor.name);
    return WriteNumbers(index, Rounded(index, moved, order), order);
  }
  WriteStored(index, MovedAs(tensor.type) == tensor.type ? value : Cast(value, tensor.type), from);
}

void NodeWriter::WriteStored(size_t index, const Name& value, const Order& from) {
  const ir::TensorId id = place_.node.outputs[index];
  const ir::Tensor& tensor = place_.graph.tensor(id);
  const Order order = Normalized(output_order(index), tensor.dims.rank());
  const Name moved = place_.values.Reordered(value, tensor, from, order, tensor.name);
  place_.values.DefineResult(id, moved, order);
  written_[index] = true;
}

Name NodeWriter::Settled(size_t index, const Name& value, const Order& order) {
  return Meaning(index, Rounded(index, value, order), order);
}

Name NodeWriter::Rounded(size_t index, const Name& value, const Order& order) {
  return place_.values.Quantized(value, FormOf(output(index)), order);
}

Name NodeWriter::Meaning(size_t index, const Name& numbers, const Order& order) {
  return place_.values.Dequantized(numbers, FormOf(output(index)), order);
}

void NodeWriter::WriteNumbers(size_t index, const Name& numbers, const Order& order) {
  if (!IsQuantized(output(index))) return WriteStored(index, numbers, order);
  place_.values.DefineNumbers(place_.node.outputs[index], numbers,
                              Normalized(order, output(index).dims.rank()));
  written_[index] = true;
}

Name NodeWriter::ReadNumbers(size_t index, const Order& order) {
  if (input(index).type == ir::DataType::kInt16) {
    return Cast(ReadStored(index, order), ir::DataType::kFloat32);
  }
  return place_.values.ReadNumbers(place_.node.inputs[index], order);
}

Name NodeWriter::NearestNumbers(size_t index, const Name& value) {
  // Rounding takes halves to the even number, and what is a little larger is no half.
  constexpr float kJustBelowOne = 1 - 0x1p-20F;
  if (output(index).type == ir::DataType::kInt16) {
    return Cast(Add("Round", {Add("Div", {value, Float(kJustBelowOne)})}), ir::DataType::kInt16);
  }
  return RoundedIn(index, value, {{kJustBelowOne}, {0}, 0, 0});
}

Name NodeWriter::RoundedIn(size_t index, const Name& value, const ir::Quantization& quantization) {
  ir::Tensor numbers = output(index);
  numbers.quantization = quantization;
  return place_.values.Quantized(value, IsQuantized(output(index)) ? FormOf(numbers) : numbers, {});
}

void NodeWriter::WriteLookedUp(std::span<const std::byte> table) {
  const auto lowest = static_cast<float>(ir::RangeOf(input(0).type).lowest);
  const Name numbers = ReadNumbers(0, order(0));
  const Name places = lowest == 0 ? numbers : Add("Sub", {numbers, Float(lowest)});
  const int64_t count = static_cast<int64_t>(table.size()) / ir::ByteSize(output(0).type);
  const Name results = place_.writer.Shared({OnnxType(output(0).type), {count}, table}, "results");
  WriteStored(0, Add("Gather", {results, Cast(places, ir::DataType::kInt32)}), order(0));
}

bool NodeWriter::IsNative(ir::DataType type) const {
  return place_.row.natives == TypeSet() || place_.row.natives.contains(type);
}

ir::DataType NodeWriter::MovedAs(ir::DataType type) const {
  if (IsNative(type)) return type;
  const bool is_wide = type == ir::DataType::kUInt32 || type == ir::DataType::kUInt64 ||
                       !place_.row.natives.contains(ir::DataType::kInt32);
  if (type == ir::DataType::kFloat16) return ir::DataType::kFloat32;
  return is_wide ? ir::DataType::kInt64 : ir::DataType::kInt32;
}

Result<std::vector<int64_t>> NodeWriter::Known(size_t index) const {
  const ir::Tensor& tensor = input(index);
  if (tensor.is_known() && tensor.sparsity == nullptr) return ir::StoredIndices(tensor);
  return Unsupported("the values of its input " + std::to_string(index) + " are computed in the run");
}

Name NodeWriter::Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes) {
  return place_.writer.Add(op, inputs, attributes, hint_);
}

std::vector<Name> NodeWriter::AddMany(std::string_view op, const std::vector<Name>& inputs,
                                      const Attributes& attributes, size_t results) {
  return place_.writer.AddMany(op, inputs, attributes, results, hint_);
}

Name NodeWriter::Dims(const std::vector<int64_t>& values) { return place_.values.ShapeConstant(values); }

Name NodeWriter::Int(int64_t value) {
  return place_.writer.Shared({::onnx::TensorProto::INT64, {}, BytesOf(value)}, "int");
}

Name NodeWriter::Float(float value) {
  return place_.writer.Shared({::onnx::TensorProto::FLOAT, {}, BytesOf(value)}, "float");
}

Name NodeWriter::Floats(const std::vector<float>& values, const std::vector<int64_t>& dims) {
  return place_.writer.Shared({::onnx::TensorProto::FLOAT, dims, std::as_bytes(std::span(values))}, "floats");
}

Name NodeWriter::NumberLike(const ir::Tensor& tensor, double value) {
  const bool is_scaled = IsQuantized(tensor) && scaled_.any();
  const ir::DataType type = is_scaled ? ir::DataType::kFloat32 : MovedAs(tensor.type);
  if (type == ir::DataType::kFloat16) return Cast(Float(static_cast<float>(value)), type);
  const std::vector<std::byte> bytes = ElementOf(type, value);
  return place_.writer.Shared({OnnxType(type), {}, bytes}, "number");
}

Name NodeWriter::ReadColumns() {
  const ColumnOrder& order = columns();
  if (order.dims.empty()) return Read(1, {});
  if (input(1).is_known()) {
    return place_.values.ReadColumns(place_.node.inputs[1], order, scaled_.input(1));
  }
  const int64_t rows = input(1).dims[0];
  std::vector<int64_t> dims = {rows};
  dims.insert(dims.end(), order.dims.begin(), order.dims.end());
  std::vector<int64_t> permutation = {0};
  for (const int dim : order.order) permutation.push_back(dim + 1);
  return Reshape(Transpose(Reshape(Read(1, {}), dims), permutation), {rows, input(1).dims[1]});
}

Name NodeWriter::Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to) {
  ir::Tensor tensor;
  tensor.dims = dims;
  return place_.values.Reordered(value, tensor, from, to, hint_);
}

Result<ir::SliceRange> NodeWriter::ResolveSlice() const {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(place_.graph, place_.node.inputs);
  std::vector<ir::Shape> outputs = {output(0).dims};
  return ir::ResolveStridedSlice({.inputs = inputs, .params = place_.node.params, .outputs = outputs});
}

Name NodeWriter::Cast(const Name& value, ir::DataType type) {
  return Add("Cast", {value}, {{"to", int64_t{OnnxType(type)}}});
}

Name NodeWriter::Reshape(const Name& value, const std::vector<int64_t>& dims) {
  return Add("Reshape", {value, Dims(dims)});
}

Name NodeWriter::Transpose(const Name& value, const std::vector<int64_t>& permutation) {
  return Add("Transpose", {value}, {{"perm", permutation}});
}

Status NodeWriter::CheckWritten() const {
  if (!unknown_type_.empty()) return Unsupported("onnxruntime has no kernel of it for " + unknown_type_);
  for (size_t i = 0; i < written_.size(); ++i) {
    if (!written_[i]) return Internal("output " + std::to_string(i) + " was not written");
  }
  return {};
}

}  // namespace litevk::to_onnx
