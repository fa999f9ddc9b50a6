#include "runtime/onnx/tensor_values.h"

#include <algorithm>
#include <cstring>

#include "onnx.pb.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/layout/order.h"
#include "runtime/onnx/data_type.h"
#include "runtime/onnx/scaled_operands.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
std::span<const std::byte> BytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// From this opset on, onnxruntime refuses a model in which a Reshape or the like moves what a
// DequantizeLinear makes of int8: it puts a QuantizeLinear of int8 behind and then makes the zero point alone
// one of uint8.
constexpr int kOpsetOfFailingMoves = 21;

// Zero points as elements of a type of one or two bytes, whose first one is the lowest.
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

ir::Tensor FormOf(const ir::Tensor& tensor) {
  ir::Tensor form = tensor;
  if (tensor.type != ir::DataType::kInt8 || tensor.quantization.scales.size() != 1) return form;
  form.type = ir::DataType::kUInt8;
  // A damaged point may be any number.
  for (int& point : form.quantization.zero_points) {
    point = static_cast<int>(static_cast<uint32_t>(point) + uint32_t{kRaise});
  }
  return form;
}

void TakeForm(const ir::Tensor& tensor, std::span<std::byte> numbers) {
  if (FormOf(tensor).type == tensor.type) return;
  for (std::byte& number : numbers) number ^= std::byte{kRaise};
}

void TensorValues::Define(ir::TensorId id, const Name& name, const Order& order) {
  const Order normalized = Normalized(order, graph_.tensor(id).dims.rank());
  values_[{id, normalized}] = name;
  written_[id] = normalized;
}

void TensorValues::ReserveOutput(ir::TensorId id, const Order& order) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const auto [place, is_new] = reserved_.try_emplace({id, Normalized(order, tensor.dims.rank())});
  if (is_new) place->second = writer_.Unique(tensor.name);
}

void TensorValues::DefineResult(ir::TensorId id, const Name& result, const Order& order) {
  const auto reserved = reserved_.find({id, order});
  const bool is_output = reserved != reserved_.end();
  // A tensor inside of the graph may go by another one's name.
  if (!is_output && writer_.HasName(result)) return Define(id, writer_.NameOf(result), order);
  const Name name = is_output ? reserved->second : writer_.Unique(graph_.tensor(id).name);
  writer_.Call(result, name);
  if (!is_output) named_[id] = name;
  Define(id, name, order);
}

Name TensorValues::NameOutput(ir::TensorId id, const Order& wanted) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const Order order = Normalized(wanted, tensor.dims.rank());
  const Name value = Read(id, order);
  const auto reserved = reserved_.find({id, order});
  const Name name = reserved == reserved_.end() ? writer_.Unique(tensor.name) : reserved->second;
  if (reserved != reserved_.end()) reserved_.erase(reserved);
  if (value != name) writer_.Call(value, name);
  return name;
}

Name TensorValues::Read(ir::TensorId id, const Order& wanted) {
  const Order order = Normalized(wanted, graph_.tensor(id).dims.rank());
  const auto found = values_.find({id, order});
  if (found != values_.end()) return found->second;
  return values_[{id, order}] = MakeValue(id, order);
}

Name TensorValues::MakeValue(ir::TensorId id, const Order& order) {
  const ir::Tensor& tensor = graph_.tensor(id);
  if (tensor.is_known()) return StoredValue(tensor, order, WrittenDims(tensor.dims, order), false);
  if (!written_.contains(id)) return compute_known_(id, order);
  const Order& from = written_.at(id);
  const auto stored = values_.find({id, from});
  if (stored != values_.end()) return Reordered(stored->second, tensor.dims, from, order);
  if (HasScaleOfZero(tensor))
    return Reordered(Recounted(numbers_.at({id, from}), FormOf(tensor), tensor), tensor.dims, from, order);
  // What another reader has moved already is not moved again.
  for (const bool is_weight : {false, true}) {
    const auto real = reals_.find({{id, order}, is_weight});
    if (real != reals_.end()) return Quantized(real->second, tensor, order);
  }
  return Reordered(Quantized(ReadReal(id, from, false), tensor, from), tensor.dims, from, order);
}

Name TensorValues::ReadReal(ir::TensorId id, const Order& wanted, bool is_weight) {
  const Order order = Normalized(wanted, graph_.tensor(id).dims.rank());
  const auto found = reals_.find({{id, order}, is_weight});
  if (found != reals_.end()) return found->second;
  return reals_[{{id, order}, is_weight}] = MakeReal(id, order, is_weight);
}

Name TensorValues::MakeReal(ir::TensorId id, const Order& order, bool is_weight) {
  const ir::Tensor& tensor = graph_.tensor(id);
  if (tensor.is_known()) return MakeRealOfConstant(tensor, order, is_weight);
  if (rounded_.contains(id)) return MakeRealOfRounded(id, order);
  Name real = Dequantized(Read(id, order), tensor, order);
  const ir::Tensor form = FormOf(tensor);
  const bool stays = is_weight && opset_ < kOpsetOfFailingMoves;
  if (stays || form.type == tensor.type || HasScaleOfZero(tensor)) return real;
  return Dequantized(Quantized(real, form, order), form, order);
}

Name TensorValues::MakeRealOfConstant(const ir::Tensor& tensor, const Order& order, bool is_weight) {
  const std::vector<int64_t> dims = WrittenDims(tensor.dims, order);
  const ir::Tensor form = FormOf(tensor);
  if (is_weight || form.type == tensor.type) {
    return Dequantized(StoredValue(tensor, order, dims, true), tensor, order);
  }
  std::vector<std::byte> raised(tensor.data.begin(), tensor.data.end());
  for (std::byte& number : raised) number ^= std::byte{0x80};
  ir::Tensor stored = form;
  stored.data = raised;
  return Dequantized(StoredValue(stored, order, dims, false), form, order);
}

Name TensorValues::MakeRealOfRounded(ir::TensorId id, const Order& order) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const ir::Tensor form = FormOf(tensor);
  const Order& from = written_.at(id);
  if (from == order) return Dequantized(numbers_.at({id, order}), form, order);
  // Nothing may stand between QuantizeLinear and DequantizeLinear: runtimes look for them side by side.
  Name real = ReadReal(id, from, false);
  const Name moved = Reordered(real, tensor.dims, from, order);
  if (moved == real || HasScaleOfZero(tensor)) return moved;
  const Name numbers = Quantized(moved, form, order);
  numbers_[{id, order}] = numbers;
  return Dequantized(numbers, form, order);
}

Name TensorValues::ReadNumbers(ir::TensorId id, const Order& order) {
  const ir::Tensor& tensor = graph_.tensor(id);
  ir::Tensor plain = FormOf(tensor);
  const int raise = plain.type == tensor.type ? 0 : kRaise;
  plain.quantization = {{1}, {raise}, 0, 0};
  return Dequantized(ReadForm(id, order), plain, order);
}

Name TensorValues::ReadForm(ir::TensorId id, const Order& wanted) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const ir::Tensor form = FormOf(tensor);
  const Order order = Normalized(wanted, tensor.dims.rank());
  if (HasScaleOfZero(tensor)) {
    if (!rounded_.contains(id)) return Recounted(Read(id, order), tensor, form);
    const Order& from = written_.at(id);
    return Reordered(numbers_.at({id, from}), tensor.dims, from, order);
  }
  const Name real = ReadReal(id, order, false);
  if (!rounded_.contains(id))
    return form.type == tensor.type ? Read(id, order) : Quantized(real, form, order);
  const auto found = numbers_.find({id, order});
  return found != numbers_.end() ? found->second : numbers_.at({id, written_.at(id)});
}

Name TensorValues::ReadScaled(ir::TensorId id, const Order& order, float factor) {
  const ir::Tensor& tensor = graph_.tensor(id);
  ir::Tensor scaled = tensor.is_known() ? tensor : FormOf(tensor);
  scaled.quantization.scales.assign(scaled.quantization.scales.size(), factor);
  if (!tensor.is_known()) return Dequantized(ReadForm(id, order), scaled, order);
  return Dequantized(StoredValue(tensor, order, WrittenDims(tensor.dims, order), true), scaled, order);
}

Name TensorValues::Recounted(const Name& numbers, const ir::Tensor& tensor, const ir::Tensor& other) {
  if (tensor.type == other.type) return numbers;
  const auto in_steps = [](ir::Tensor counted) {
    counted.quantization.scales.assign(counted.quantization.scales.size(), 1);
    return counted;
  };
  return Quantized(Dequantized(numbers, in_steps(tensor), {}), in_steps(other), {});
}

void TensorValues::DefineNumbers(ir::TensorId id, const Name& numbers, const Order& order) {
  const ir::Tensor& tensor = graph_.tensor(id);
  rounded_.insert(id);
  if (FormOf(tensor).type == tensor.type) {
    DefineResult(id, numbers, order);
    numbers_[{id, order}] = values_.at({id, order});
    return;
  }
  const bool has_name = writer_.HasName(numbers);
  const Name name = has_name ? writer_.NameOf(numbers) : writer_.Unique(tensor.name);
  if (!has_name) {
    writer_.Call(numbers, name);
    named_[id] = name;
  }
  written_[id] = order;
  numbers_[{id, order}] = name;
}

Name TensorValues::WrittenName(ir::TensorId id) const {
  const Key key = {id, WrittenOrder(id)};
  const auto found = values_.find(key);
  return writer_.NameOf(found == values_.end() ? numbers_.at(key) : found->second);
}

int TensorValues::WrittenType(ir::TensorId id) const {
  const ir::Tensor& tensor = graph_.tensor(id);
  return OnnxType(rounded_.contains(id) ? FormOf(tensor).type : tensor.type);
}

Name TensorValues::ReadBias(ir::TensorId id, const ir::Quantization& quantization) {
  ir::Tensor bias = graph_.tensor(id);
  bias.quantization = quantization;
  const std::vector<float>& scales = quantization.scales;
  if (bias.type == ir::DataType::kInt32) {
    const Name numbers = Read(id, {});
    if (bias.dims.rank() == 1 || scales.size() == 1) return Dequantized(numbers, bias, {});
    // Scales of channels are those of a vector's elements.
    const Name vector = writer_.Add("Reshape", {numbers, ShapeConstant({bias.dims.NumElements()})});
    return Dequantized(vector, bias, {});
  }
  // DequantizeLinear has no int64.
  const std::vector<int64_t> numbers = ir::StoredIndices(bias);
  std::vector<float> values;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double scale = scales[std::min(i, scales.size() - 1)];
    values.push_back(static_cast<float>(static_cast<double>(numbers[i]) * scale));
  }
  return writer_.Shared({::onnx::TensorProto::FLOAT, WrittenDims(bias.dims, {}), BytesOf(values)},
                        constant_names_.Of(bias));
}

Name TensorValues::ReadColumns(ir::TensorId id, const ColumnOrder& columns, bool is_scaled) {
  if (graph_.tensor(id).is_known()) return StoredColumns(id, columns, is_scaled);
  const auto key = std::pair(id, columns);
  if (!is_scaled && !columns_.contains(key)) compute_columns_(id, columns);
  return columns_.contains(key) ? columns_.at(key) : Name();
}

void TensorValues::DefineColumns(ir::TensorId id, const Name& result, const ColumnOrder& columns) {
  const Name name = writer_.Unique(graph_.tensor(id).name);
  writer_.Call(result, name);
  columns_[{id, columns}] = name;
}

Name TensorValues::ReadScaledColumns(ir::TensorId id, const ColumnOrder& columns, float factor) {
  ir::Tensor scaled = graph_.tensor(id);
  scaled.quantization.scales.assign(scaled.quantization.scales.size(), factor);
  return Dequantized(ColumnsOf(id, columns, true), scaled, {});
}

Name TensorValues::StoredColumns(ir::TensorId id, const ColumnOrder& columns, bool is_scaled) {
  const Name value = ColumnsOf(id, columns, is_scaled);
  return is_scaled ? Dequantized(value, graph_.tensor(id), {}) : value;
}

Name TensorValues::ColumnsOf(ir::TensorId id, const ColumnOrder& columns, bool keeps_packed) {
  ir::Tensor wide = graph_.tensor(id);
  const std::vector<int64_t> dims = WrittenDims(wide.dims, {});
  std::vector<int> split = {wide.dims[0]};
  split.insert(split.end(), columns.dims.begin(), columns.dims.end());
  wide.dims = ir::Shape(split);
  Order order = {0};
  for (const int dim : columns.order) order.push_back(dim + 1);
  return StoredValue(wide, order, dims, keeps_packed);
}

Name TensorValues::Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to) {
  const auto own_rank = static_cast<size_t>(dims.rank());
  const size_t from_rank = from.empty() ? own_rank : from.size();
  const size_t to_rank = to.empty() ? own_rank : to.size();
  const size_t rank = std::max(from_rank, to_rank);
  const Order wide_from = Widened(from, rank);
  const Order wide_to = Widened(to, rank);
  const Order moves = PermutationBetween(wide_from, wide_to, static_cast<int>(rank));
  const std::vector<int64_t> permutation(moves.begin(), moves.end());
  const std::vector<int64_t> wide = WrittenDims(dims, wide_from);
  if (from_rank == to_rank && std::ranges::is_sorted(permutation)) return value;
  const auto reshape = [&](const Name& input, const std::vector<int64_t>& shape) {
    return writer_.Add("Reshape", {input, ShapeConstant(shape)});
  };
  if (MovesOnlyOnes(wide, permutation)) {
    std::vector<int64_t> moved = WrittenDims(dims, to);
    KeepBatch(WrittenDims(dims, from), moved);
    return reshape(value, moved);
  }
  const Name widened = from_rank < rank ? reshape(value, wide) : value;
  const Name moved = writer_.Add("Transpose", {widened}, {{"perm", permutation}});
  return to_rank < rank ? reshape(moved, WrittenDims(dims, to)) : moved;
}

Name TensorValues::ShapeConstant(const std::vector<int64_t>& values) {
  return writer_.Shared({::onnx::TensorProto::INT64, {static_cast<int64_t>(values.size())}, BytesOf(values)},
                        "dims");
}

bool TensorValues::StaysPacked(const ir::Tensor& tensor) const {
  return opset_ >= kOpsetOfPacked && PackedOnnxType(tensor.type) != 0;
}

Name TensorValues::StoredValue(const ir::Tensor& tensor, const Order& order, const std::vector<int64_t>& dims,
                               bool keeps_packed) {
  std::vector<std::byte> unpacked;
  std::span<const std::byte> bytes = tensor.data;
  if (ir::PackedBits(tensor.type) > 0) {
    unpacked = ir::UnpackElements(tensor.type, bytes, tensor.dims.NumElements());
    bytes = unpacked;
  }
  std::vector<std::byte> permuted;
  if (!order.empty()) {
    const auto element = static_cast<size_t>(ir::ByteSize(ir::UnpackedType(tensor.type)));
    permuted = PermutedElements(bytes, element, tensor.dims, order);
    bytes = permuted;
  }
  if (!keeps_packed || !StaysPacked(tensor)) {
    return writer_.Shared({OnnxType(tensor.type), dims, bytes}, constant_names_.Of(tensor));
  }
  const std::vector<std::byte> packed = Packed(tensor.type, bytes);
  return writer_.Shared({PackedOnnxType(tensor.type), dims, packed}, constant_names_.Of(tensor));
}

Name TensorValues::Quantized(const Name& value, const ir::Tensor& tensor, const Order& order) {
  return AddLinear("QuantizeLinear", value, tensor, order);
}

Name TensorValues::Dequantized(const Name& value, const ir::Tensor& tensor, const Order& order) {
  return AddLinear("DequantizeLinear", value, tensor, order);
}

Name TensorValues::AddLinear(std::string_view op, const Name& value, const ir::Tensor& tensor,
                             const Order& order) {
  if (tensor.quantization.block_size != 0) return AddBlocks(op, value, tensor, order);
  const auto& scales = tensor.quantization.scales;
  std::vector<int64_t> dims;
  Attributes attributes;
  if (scales.size() > 1) {
    dims.push_back(static_cast<int64_t>(scales.size()));
    const int axis = Moved(tensor.quantization.channel_axis, order, tensor.dims.rank());
    attributes.push_back({"axis", int64_t{axis}});
  }
  std::vector<Name> inputs = {value,
                              writer_.Shared({::onnx::TensorProto::FLOAT, dims, BytesOf(scales)}, "scale")};
  if (tensor.type != ir::DataType::kInt32) {
    std::vector<std::byte> points = ZeroPointsOf(tensor);
    const bool is_packed = tensor.is_known() && StaysPacked(tensor);
    if (is_packed) points = Packed(tensor.type, points);
    const int type = is_packed ? PackedOnnxType(tensor.type) : OnnxType(tensor.type);
    inputs.push_back(writer_.Shared({type, dims, points}, "zero_point"));
  }
  return writer_.Add(op, inputs, attributes);
}

// The scales are a matrix of as many rows, whose dims move with the numbers'.
Name TensorValues::AddBlocks(std::string_view op, const Name& value, const ir::Tensor& tensor,
                             const Order& order) {
  const int64_t size = tensor.quantization.block_size;
  ir::Tensor scales;
  scales.name = "scale";
  scales.type = ir::DataType::kFloat32;
  scales.dims = {tensor.dims[0], tensor.dims[1] / static_cast<int>(size)};
  scales.data = BytesOf(tensor.quantization.scales);
  const Name scale = StoredValue(scales, order, WrittenDims(scales.dims, order), false);
  const int64_t axis = Moved(1, order, tensor.dims.rank());
  return writer_.Add(op, {value, scale}, {{"axis", axis}, {"block_size", size}});
}

}  // namespace litevk::to_onnx
