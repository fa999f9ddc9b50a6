// Quantized values that a node reads and writes, and their rounding.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "onnx/facts/data_type.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

// Divisor that lifts ties off the tie, since Round takes them to even.
constexpr float kJustBelowOne = 1 - 0x1p-20F;

}  // namespace

Name NodeWriter::Settled(size_t index, const Name& value, const Order& order) {
  return Meaning(index, Rounded(index, value, order), order);
}

Name NodeWriter::Rounded(size_t index, const Name& value, const Order& order) {
  divides_by_zero_ = divides_by_zero_ || HasScaleOfZero(output(index));
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

// Doubles a factor and halves it again, because onnxruntime removes one that is close to 1.
Name NodeWriter::NearestExactly(size_t index, const Name& value) {
  constexpr double kJustAboveHalf = 0.5 * (1 + 0x1p-23);
  const Name doubled = Add("Mul", {Cast(value, ir::DataType::kFloat64), Doubles({2}, {})});
  const Name whole = Add("Round", {Add("Mul", {doubled, Doubles({kJustAboveHalf}, {})})});
  if (output(index).type == ir::DataType::kInt16) return Cast(whole, ir::DataType::kInt16);
  return RoundedIn(index, Cast(whole, ir::DataType::kFloat32), {{1}, {0}, 0, 0});
}

Name NodeWriter::NearestNumbers(size_t index, const Name& value) {
  if (settings().follows_roundings) return NearestExactly(index, value);
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
  std::vector<std::byte> elements(table.begin(), table.end());
  TakeForm(output(0), elements);
  WriteNumbers(0, LookedUp(0, order(0), FormOf(output(0)).type, elements), order(0));
}

Name NodeWriter::LookedUp(size_t index, const Order& order, ir::DataType type,
                          std::span<const std::byte> table) {
  return LookedUpAt(ReadPlaces(index, order), type, table);
}

Name NodeWriter::LookedUpAt(const Name& places, ir::DataType type, std::span<const std::byte> table) {
  const int64_t count = static_cast<int64_t>(table.size()) / ir::ByteSize(type);
  const Name results = place_.writer.Shared({OnnxType(type), {count}, table}, "results");
  return Add("Gather", {results, places});
}

Name NodeWriter::ReadPlaces(size_t index, const Order& order) {
  const ir::Tensor form = FormOf(input(index));
  Name numbers = Cast(ReadForm(index, order), ir::DataType::kInt32);
  const auto lowest = static_cast<int32_t>(ir::RangeOf(form.type).lowest);
  if (lowest == 0) return numbers;
  return Add("Sub", {numbers, place_.writer.Shared(
                                  {OnnxType(ir::DataType::kInt32), {}, std::as_bytes(std::span(&lowest, 1))},
                                  "lowest")});
}

Name NodeWriter::ReadForm(size_t index, const Order& order) {
  return place_.values.ReadForm(place_.node.inputs[index], order);
}

Name NodeWriter::ReadScaled(size_t index, const Order& order, float factor) {
  return place_.values.ReadScaled(place_.node.inputs[index], order, factor);
}

bool NodeWriter::TakesParts(size_t index, int bits) const {
  constexpr int kMostBits = 11;
  return ir::ByteSize(output(index).type) == 1 && bits <= kMostBits;
}

void NodeWriter::WriteParts(size_t index, const Name& parts, int bits, const Order& order) {
  const Name rounded = bits == 0 ? parts : Add("Round", {parts});
  const float scale = bits == 0 ? 1 : std::ldexp(kJustBelowOne, bits);
  const Name numbers = RoundedIn(index, rounded, {{scale}, output(index).quantization.zero_points, 0, 0});
  WriteNumbers(index, numbers, order);
}

bool NodeWriter::has_wide_sums(size_t index) const {
  return input(index).type == ir::DataType::kInt16 && place_.row.sums.wide_input != nullptr &&
         place_.row.sums.wide_input(place_.node) == index;
}

bool NodeWriter::has_wide_bias(size_t index) const {
  if (!has(index) || !input(index).is_known() || input(index).type != ir::DataType::kInt64) return false;
  return std::ranges::any_of(ir::StoredIndices(input(index)),
                             [](int64_t number) { return number != static_cast<int32_t>(number); });
}

}  // namespace litevk::to_onnx
