#include "runtime/onnx/tensor_values.h"

#include <algorithm>
#include <cstring>

#include "onnx.pb.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/layout/order.h"
#include "runtime/onnx/data_type.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
std::span<const std::byte> BytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// Zero points as elements of the type, which has 8 bits.
std::vector<std::byte> ZeroPointsOf(const ir::Tensor& tensor) {
  const auto& points = tensor.quantization.zero_points;
  std::vector<std::byte> result(tensor.quantization.scales.size());
  for (size_t i = 0; i < result.size() && !points.empty(); ++i) {
    result[i] = static_cast<std::byte>(points[std::min(i, points.size() - 1)]);
  }
  return result;
}

}  // namespace

bool IsQuantized(const ir::Tensor& tensor) {
  switch (ir::UnpackedType(tensor.type)) {
    case ir::DataType::kInt8:
    case ir::DataType::kUInt8:
    case ir::DataType::kInt16:
    case ir::DataType::kInt32:
    case ir::DataType::kInt64:
      return !tensor.quantization.scales.empty();
    default:
      return false;
  }
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
  const ir::Tensor& tensor = graph_.tensor(id);
  const Order order = Normalized(wanted, tensor.dims.rank());
  const auto [place, is_new] = values_.try_emplace({id, order});
  if (!is_new) return place->second;
  Name value;
  if (tensor.is_known()) {
    value = StoredValue(tensor, order);
  } else if (!written_.contains(id)) {
    value = compute_known_(id, order);
  } else {
    const Order& from = written_.at(id);
    value = Reordered(values_.at({id, from}), tensor, from, order, tensor.name);
  }
  return values_[{id, order}] = value;
}

Name TensorValues::ReadReal(ir::TensorId id, const Order& wanted) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const Order order = Normalized(wanted, tensor.dims.rank());
  const auto [place, is_new] = reals_.try_emplace({id, order});
  if (is_new) place->second = Dequantized(Read(id, order), tensor, order);
  return place->second;
}

Name TensorValues::Reordered(const Name& value, const ir::Tensor& tensor, const Order& from, const Order& to,
                             const std::string& hint) {
  const auto own = static_cast<size_t>(tensor.dims.rank());
  const size_t from_rank = from.empty() ? own : from.size();
  const size_t to_rank = to.empty() ? own : to.size();
  const size_t rank = std::max(from_rank, to_rank);
  const Order wide_from = Widened(from, rank);
  const Order wide_to = Widened(to, rank);
  const Order moves = PermutationBetween(wide_from, wide_to, static_cast<int>(rank));
  const std::vector<int64_t> permutation(moves.begin(), moves.end());
  const std::vector<int64_t> dims = WrittenDims(tensor.dims, wide_from);
  if (from_rank == to_rank && std::ranges::is_sorted(permutation)) return value;
  const auto reshape = [&](const Name& input, const std::vector<int64_t>& shape) {
    return writer_.Add("Reshape", {input, ShapeConstant(shape)}, {}, hint);
  };
  if (MovesOnlyOnes(dims, permutation)) return reshape(value, WrittenDims(tensor.dims, to));
  const Name widened = from_rank < rank ? reshape(value, dims) : value;
  const Name moved = writer_.Add("Transpose", {widened}, {{"perm", permutation}}, hint);
  return to_rank < rank ? reshape(moved, WrittenDims(tensor.dims, to)) : moved;
}

Name TensorValues::ShapeConstant(const std::vector<int64_t>& values) {
  return writer_.Shared({::onnx::TensorProto::INT64, {static_cast<int64_t>(values.size())}, BytesOf(values)},
                        "dims");
}

Name TensorValues::StoredValue(const ir::Tensor& tensor, const Order& order) {
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
  return writer_.AddConstant({OnnxType(tensor.type), WrittenDims(tensor.dims, order), bytes}, tensor.name);
}

Name TensorValues::Dequantized(const Name& value, const ir::Tensor& tensor, const Order& order) {
  const auto& scales = tensor.quantization.scales;
  std::vector<int64_t> dims;
  Attributes attributes;
  if (scales.size() > 1) {
    dims.push_back(static_cast<int64_t>(scales.size()));
    const int axis = Moved(tensor.quantization.channel_axis, order, tensor.dims.rank());
    attributes.push_back({"axis", int64_t{axis}});
  }
  const Name scale = writer_.Shared({::onnx::TensorProto::FLOAT, dims, BytesOf(scales)}, "scale");
  const std::vector<std::byte> points = ZeroPointsOf(tensor);
  const Name point = writer_.Shared({OnnxType(tensor.type), dims, points}, "zero_point");
  return writer_.Add("DequantizeLinear", {value, scale, point}, attributes, tensor.name);
}

}  // namespace litevk::to_onnx
