#include "onnx/write/node_writer.h"

#include <cstring>

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"

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
      written_(place.node.outputs.size()) {}

bool NodeWriter::has(size_t input) const {
  return input < place_.node.inputs.size() && place_.node.inputs[input] != ir::kAbsent;
}

const ir::Tensor& NodeWriter::input(size_t index) const {
  return place_.graph.tensor(place_.node.inputs[index]);
}

const ir::Tensor& NodeWriter::output(size_t index) const {
  return place_.graph.tensor(place_.node.outputs[index]);
}

std::vector<const ir::Tensor*> NodeWriter::inputs() const {
  return ir::TensorsOf(place_.graph, place_.node.inputs);
}

std::vector<const ir::Tensor*> NodeWriter::intermediates() const {
  return ir::TensorsOf(place_.graph, place_.node.intermediates);
}

Name NodeWriter::Read(size_t index) { return Read(index, order(index)); }

Name NodeWriter::Read(size_t index, const Order& wanted) {
  if (MakesColumns()) return ReadColumns(index);
  const ir::TensorId id = place_.node.inputs[index];
  if (scaled_.is_of_products(index)) return ReadBias(index);
  if (scaled_.input(index)) return place_.values.ReadReal(id, wanted, scaled_.is_weight(index));
  return AsNative(place_.values.Read(id, wanted), input(index).type);
}

Name NodeWriter::AsNative(const Name& value, ir::DataType own) {
  const ir::DataType type = MovedAs(own);
  if (!IsNative(type)) unknown_type_ = ir::Name(own);
  return type == own ? value : Cast(value, type);
}

Name NodeWriter::ReadBias(size_t index) {
  const auto [left, right] = FactorsOfBias(place_.row, index);
  return place_.values.ReadBias(place_.node.inputs[index], ProductScales(input(left), input(right)));
}

Name NodeWriter::ReadReshaped(size_t index, const std::vector<int64_t>& dims) {
  Name value = Reshape(Read(index), dims);
  if (!scaled_.input(index) || HasScaleOfZero(input(index))) return value;
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
    const Name moved = place_.values.Reordered(settled, tensor.dims, from, order);
    return WriteNumbers(index, Rounded(index, moved, order), order);
  }
  WriteStored(index, MovedAs(tensor.type) == tensor.type ? value : Cast(value, tensor.type), from);
}

void NodeWriter::WriteStored(size_t index, const Name& value, const Order& from) {
  const ir::TensorId id = place_.node.outputs[index];
  const ir::Tensor& tensor = place_.graph.tensor(id);
  written_[index] = true;
  if (MakesColumns()) return place_.values.DefineColumns(id, value, columns());
  place_.values.DefineResult(id, value, Normalized(from, tensor.dims.rank()));
}

Name NodeWriter::ReadBiasVector(size_t index) {
  const Name bias = Read(index, {});
  const ir::Shape& dims = input(index).dims;
  return dims.rank() == 1 ? bias : Reshape(bias, {dims.NumElements()});
}

Name NodeWriter::AddBias(const Name& value, size_t bias, size_t rank) {
  std::vector<int64_t> channels(rank, 1);
  channels[1] = input(bias).dims.NumElements();
  return Add("Add", {value, Reshape(Read(bias, {}), channels)});
}

bool NodeWriter::IsNative(ir::DataType type) const {
  return place_.row.types.native == TypeSet() || place_.row.types.native.contains(type);
}

ir::DataType NodeWriter::MovedAs(ir::DataType type) const {
  // No other type holds all values of these.
  if (IsNative(type) || type == ir::DataType::kFloat64 || type == ir::DataType::kInt64) return type;
  const bool is_wide = type == ir::DataType::kUInt32 || type == ir::DataType::kUInt64 ||
                       !place_.row.types.native.contains(ir::DataType::kInt32);
  if (type == ir::DataType::kFloat16) return ir::DataType::kFloat32;
  return is_wide ? ir::DataType::kInt64 : ir::DataType::kInt32;
}

Name NodeWriter::ReadState(size_t index) {
  const State* state = place_.states.Find(place_.node.inputs[index]);
  if (state == nullptr) lacks_state_ = true;
  return state == nullptr ? Name() : state->value;
}

void NodeWriter::WriteState(size_t index, const Name& value) {
  State* state = place_.states.Find(place_.node.inputs[index]);
  if (state == nullptr) lacks_state_ = true;
  if (state != nullptr) state->value = value;
}

Result<std::vector<int64_t>> NodeWriter::Known(size_t index) const {
  const ir::Tensor& tensor = input(index);
  if (tensor.is_known() && tensor.sparsity == nullptr) return ir::StoredIndices(tensor);
  return Unsupported("the values of its input " + std::to_string(index) + " are computed in the run");
}

Name NodeWriter::Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes) {
  return place_.writer.Add(op, inputs, attributes);
}

std::vector<Name> NodeWriter::AddMany(std::string_view op, const std::vector<Name>& inputs,
                                      const Attributes& attributes, size_t results) {
  return place_.writer.AddMany(op, inputs, attributes, results);
}

Name NodeWriter::Dims(const std::vector<int64_t>& values) { return place_.values.ShapeConstant(values); }

Name NodeWriter::Ints(const std::vector<int64_t>& values, const std::vector<int64_t>& dims) {
  return place_.writer.Shared({::onnx::TensorProto::INT64, dims, std::as_bytes(std::span(values))}, "ints");
}

Name NodeWriter::Int(int64_t value) {
  return place_.writer.Shared({::onnx::TensorProto::INT64, {}, BytesOf(value)}, "int");
}

Name NodeWriter::Float(float value) {
  return place_.writer.Shared({::onnx::TensorProto::FLOAT, {}, BytesOf(value)}, "float");
}

Name NodeWriter::Floats(const std::vector<float>& values, const std::vector<int64_t>& dims) {
  return place_.writer.Shared({::onnx::TensorProto::FLOAT, dims, std::as_bytes(std::span(values))}, "floats");
}

Name NodeWriter::Doubles(const std::vector<double>& values, const std::vector<int64_t>& dims) {
  const auto bytes = std::as_bytes(std::span(values));
  return place_.writer.Shared({::onnx::TensorProto::DOUBLE, dims, bytes}, "doubles");
}

Name NodeWriter::NumberLike(const ir::Tensor& tensor, double value) {
  const bool is_scaled = IsQuantized(tensor) && scaled_.any();
  const ir::DataType type = is_scaled ? ir::DataType::kFloat32 : MovedAs(tensor.type);
  if (type == ir::DataType::kFloat16) return Cast(Float(static_cast<float>(value)), type);
  const std::vector<std::byte> bytes = ElementOf(type, value);
  return place_.writer.Shared({OnnxType(type), {}, bytes}, "number");
}

Name NodeWriter::WithinRange(const Name& value, ir::DataType type, ir::DataType range) {
  const auto end = [&](int64_t number) {
    const std::vector<std::byte> bytes = ElementOf(type, static_cast<double>(number));
    return place_.writer.Shared({OnnxType(type), {}, bytes}, "number");
  };
  const Name lowest = end(ir::RangeOf(range).lowest);
  return Add("Clip", {value, lowest, end(ir::RangeOf(range).highest)});
}

Name NodeWriter::ReadColumns(size_t index) {
  const ColumnOrder& order = columns();
  if (order.dims.empty()) return Read(index, {});
  const bool is_scaled = scaled_.input(index);
  const Name stored = place_.values.ReadColumns(place_.node.inputs[index], order, is_scaled);
  if (!stored.empty()) return is_scaled ? stored : AsNative(stored, input(index).type);
  const int64_t rows = input(index).dims[0];
  std::vector<int64_t> dims = {rows};
  dims.insert(dims.end(), order.dims.begin(), order.dims.end());
  std::vector<int64_t> permutation = {0};
  for (const int dim : order.order) permutation.push_back(dim + 1);
  return Reshape(Transpose(Reshape(Read(index, {}), dims), permutation), {rows, input(index).dims[1]});
}

Name NodeWriter::ReadWholeColumns(size_t index) {
  const ir::TensorId id = place_.node.inputs[index];
  if (columns().dims.empty()) return place_.values.ReadScaled(id, {}, 1);
  return place_.values.ReadScaledColumns(id, columns(), 1);
}

Name NodeWriter::Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to) {
  return place_.values.Reordered(value, dims, from, to);
}

Result<ir::SliceRange> NodeWriter::ResolveSlice() const {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(place_.graph, place_.node.inputs);
  std::vector<ir::Shape> outputs = {output(0).dims};
  return ir::ResolveStridedSlice({.inputs = inputs, .params = place_.node.params, .outputs = outputs});
}

Name NodeWriter::Cast(const Name& value, ir::DataType type) {
  return Add("Cast", {value}, {{"to", int64_t{OnnxType(type)}}});
}

Name NodeWriter::Squeeze(const Name& value, const std::vector<int64_t>& axes) {
  return Add("Squeeze", {value, Dims(axes)});
}

Name NodeWriter::Unsqueeze(const Name& value, const std::vector<int64_t>& axes) {
  return Add("Unsqueeze", {value, Dims(axes)});
}

Name NodeWriter::Slice(const Name& value, const std::vector<int64_t>& starts,
                       const std::vector<int64_t>& ends, const std::vector<int64_t>& axes) {
  return Add("Slice", {value, Dims(starts), Dims(ends), Dims(axes)});
}

Name NodeWriter::Pad(const Name& value, const std::vector<int64_t>& pads, const Name& filler) {
  return Add("Pad", {value, Dims(pads), filler});
}

Name NodeWriter::Concat(const std::vector<Name>& values, int64_t axis) {
  return values.size() == 1 ? values.front() : Add("Concat", values, {{"axis", axis}});
}

Name NodeWriter::Reshape(const Name& value, const std::vector<int64_t>& dims) {
  return Add("Reshape", {value, Dims(dims)});
}

Name NodeWriter::Transpose(const Name& value, const std::vector<int64_t>& permutation) {
  return Add("Transpose", {value}, {{"perm", permutation}});
}

Status NodeWriter::CheckWritten() const {
  if (!unknown_type_.empty()) return Unsupported("onnxruntime has no kernel of it for " + unknown_type_);
  if (divides_by_zero_) return Unsupported("its scale is 0, by which QuantizeLinear divides");
  if (lacks_state_) return Unsupported("it has a variable that the main graph does not declare");
  for (size_t i = 0; i < written_.size(); ++i) {
    if (!written_[i]) return Internal("output " + std::to_string(i) + " was not written");
  }
  return {};
}

}  // namespace litevk::to_onnx
