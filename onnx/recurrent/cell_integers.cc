#include "onnx/recurrent/cell_integers.h"

#include <algorithm>
#include <cmath>

#include "onnx/common/fixed_point_sums.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
Name Stored(Emitter& onnx, ir::DataType type, const std::vector<T>& values, const std::vector<int64_t>& dims,
            std::string_view name) {
  return onnx.Of(type, dims, std::as_bytes(std::span(values)), name);
}

Name Byte(Emitter& onnx, int32_t value) {
  const std::vector<uint8_t> values = {static_cast<uint8_t>(value)};
  return Stored(onnx, ir::DataType::kUInt8, values, {}, "zero_point");
}

}  // namespace

ir::IntegerRange RangeWithin(int32_t bound, ir::DataType type) {
  return bound > 0 ? ir::IntegerRange{-bound, bound} : ir::RangeOf(type);
}

Name CutOff(Emitter& onnx, const Name& integers, const ir::IntegerRange& range) {
  const auto end = [&](auto integer) { return onnx.Doubles({static_cast<double>(integer)}, {}); };
  return onnx.Add("Clip", {integers, end(range.lowest), end(range.highest)});
}

Name ShiftedProduct(Emitter& onnx, const Name& left, const Name& right, int bits) {
  return Shifted(onnx, onnx.Add("Mul", {left, right}), bits);
}

// Builds the table with values from 0 on first, since a negative Gather index counts from the end.
Name TableOf(Emitter& onnx, const std::function<int16_t(int16_t)>& function) {
  constexpr int kElements = 1 << 16;
  std::vector<int16_t> results;
  results.reserve(kElements);
  for (int value = 0; value < kElements; ++value) results.push_back(function(static_cast<int16_t>(value)));
  const Name table = Stored(onnx, ir::DataType::kInt16, results, {kElements}, "results");
  return onnx.Cast(table, ir::DataType::kFloat64);
}

Name LookedUp(Emitter& onnx, const Name& table, const Name& integers) {
  return onnx.Add("Gather", {table, onnx.Cast(integers, ir::DataType::kInt32)});
}

Name RaisedBytes(Emitter& onnx, const Name& integers, int32_t zero_point, const ir::IntegerRange& range) {
  const double raise = zero_point + kRaise;
  const Name raised = onnx.Add("Add", {integers, onnx.Doubles({raise}, {})});
  return onnx.Cast(CutOff(onnx, raised, {range.lowest + kRaise, range.highest + kRaise}),
                   ir::DataType::kUInt8);
}

Name Raised(Emitter& onnx, const Name& integers) {
  const Name wide = onnx.Cast(integers, ir::DataType::kInt32);
  return onnx.Cast(onnx.Add("Add", {wide, Int32s(onnx, {kRaise}, {})}), ir::DataType::kUInt8);
}

Name Lowered(Emitter& onnx, const Name& integers) {
  const Name wide = onnx.Cast(integers, ir::DataType::kInt32);
  return onnx.Cast(onnx.Add("Sub", {wide, Int32s(onnx, {kRaise}, {})}), ir::DataType::kInt8);
}

double LargestMagnitude(const std::vector<int32_t>& values) {
  double largest = 0;
  for (const int32_t value : values) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return largest;
}

Name Int32s(Emitter& onnx, const std::vector<int32_t>& values, const std::vector<int64_t>& dims) {
  return Stored(onnx, ir::DataType::kInt32, values, dims, "ints");
}

Name RaisedColumns(NodeWriter& node, const std::vector<size_t>& inputs) {
  const std::vector<uint8_t> integers = StoredElements<uint8_t>(node, inputs);
  const auto columns = static_cast<size_t>(node.input(inputs.front()).dims[1]);
  const size_t rows = integers.size() / columns;
  const bool is_signed = node.input(inputs.front()).type == ir::DataType::kInt8;
  const auto flipped = static_cast<uint8_t>(is_signed ? kRaise : 0);
  std::vector<uint8_t> raised(integers.size());
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      raised[column * rows + row] = integers[row * columns + column] ^ flipped;
    }
  }
  return Stored(node.onnx(), ir::DataType::kUInt8, raised,
                {static_cast<int64_t>(columns), static_cast<int64_t>(rows)}, node.input(inputs.front()).name);
}

Name MatmulWithColumns(Emitter& onnx, const Name& integers, int32_t zero_point, const Name& columns,
                       int32_t zero_point_of_columns) {
  return onnx.Add("MatMulInteger", {integers, columns, Byte(onnx, zero_point + kRaise),
                                    Byte(onnx, zero_point_of_columns + kRaise)});
}

Status CheckStored(const NodeFacts& node, const std::vector<size_t>& inputs) {
  for (const size_t input : inputs) {
    if (node.has(input)) LITEVK_RETURN_IF_ERROR(node.Known(input).status());
  }
  return {};
}

}  // namespace litevk::to_onnx
