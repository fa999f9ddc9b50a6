#include "onnx/write/quantized_operands.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/ir/packed_elements.h"

namespace litevk::to_onnx {
namespace {

// Divisor that lifts ties off the tie, since Round takes them to even.
constexpr float kJustBelowOne = 1 - 0x1p-20F;

}  // namespace

Name QuantizedOperands::ReadForm(size_t index, const Permutation& permutation) {
  return values_.ReadForm(node_.input_id(index), permutation);
}

Name QuantizedOperands::ReadScaled(size_t index, const Permutation& permutation, float multiplier) {
  return values_.ReadScaled(node_.input_id(index), permutation, multiplier);
}

Name QuantizedOperands::ReadAsFloats(size_t index, const Permutation& permutation) {
  const ir::TensorId id = node_.input_id(index);
  if (node_.input(index).type != ir::DataType::kInt16) return values_.ReadQuantized(id, permutation);
  return onnx_.Cast(values_.Read(id, permutation), ir::DataType::kFloat32);
}

Name QuantizedOperands::ReadIndices(size_t index, const Permutation& permutation) {
  const ir::Tensor form = FormOf(node_.input(index));
  Name values = onnx_.Cast(ReadForm(index, permutation), ir::DataType::kInt32);
  const auto lowest = static_cast<int32_t>(ir::RangeOf(form.type).lowest);
  if (lowest == 0) return values;
  return onnx_.Add(
      "Sub", {values, onnx_.Of(ir::DataType::kInt32, {}, std::as_bytes(std::span(&lowest, 1)), "lowest")});
}

Name QuantizedOperands::LookedUp(size_t index, const Permutation& permutation, ir::DataType type,
                                 std::span<const std::byte> table) {
  return onnx_.LookedUpAt(ReadIndices(index, permutation), type, table);
}

Name QuantizedOperands::Rounded(size_t index, const Name& value, const Permutation& permutation) {
  if (HasScaleOfZero(node_.output(index))) results_.RefuseZeroScale();
  return values_.Quantized(value, FormOf(node_.output(index)), permutation);
}

Name QuantizedOperands::RoundedIn(size_t index, const Name& value, const ir::Quantization& quantization) {
  ir::Tensor quantized = node_.output(index);
  quantized.quantization = quantization;
  return values_.Quantized(value, IsQuantized(node_.output(index)) ? FormOf(quantized) : quantized, {});
}

// Doubles a factor and halves it again, because onnxruntime removes one that is close to 1.
Name QuantizedOperands::NearestExactly(size_t index, const Name& value) {
  constexpr double kJustAboveHalf = 0.5 * (1 + 0x1p-23);
  const Name doubled = onnx_.Add("Mul", {onnx_.Cast(value, ir::DataType::kFloat64), onnx_.Doubles({2}, {})});
  const Name whole = onnx_.Add("Round", {onnx_.Add("Mul", {doubled, onnx_.Doubles({kJustAboveHalf}, {})})});
  if (node_.output(index).type == ir::DataType::kInt16) return onnx_.Cast(whole, ir::DataType::kInt16);
  return RoundedIn(index, onnx_.Cast(whole, ir::DataType::kFloat32), {{1}, {0}, 0, 0});
}

Name QuantizedOperands::Nearest(size_t index, const Name& value) {
  if (node_.settings().follows_roundings) return NearestExactly(index, value);
  if (node_.output(index).type != ir::DataType::kInt16)
    return RoundedIn(index, value, {{kJustBelowOne}, {0}, 0, 0});
  const Name lifted = onnx_.Add("Div", {value, onnx_.Float(kJustBelowOne)});
  return onnx_.Cast(onnx_.Add("Round", {lifted}), ir::DataType::kInt16);
}

Name QuantizedOperands::Dequantized(size_t index, const Name& quantized, const Permutation& permutation) {
  return values_.Dequantized(quantized, FormOf(node_.output(index)), permutation);
}

Name QuantizedOperands::QuantizedAndBack(size_t index, const Name& value, const Permutation& permutation) {
  return Dequantized(index, Rounded(index, value, permutation), permutation);
}

void QuantizedOperands::Write(size_t index, const Name& quantized, const Permutation& permutation) {
  if (!IsQuantized(node_.output(index))) return results_.Define(index, quantized, permutation);
  results_.DefineQuantized(index, quantized, permutation);
}

void QuantizedOperands::WriteLookedUp(std::span<const std::byte> table) {
  std::vector<std::byte> elements(table.begin(), table.end());
  TakeForm(node_.output(0), elements);
  const Permutation& permutation = node_.permutation(0);
  Write(0, LookedUp(0, permutation, FormOf(node_.output(0)).type, elements), permutation);
}

bool QuantizedOperands::TakesParts(size_t index, int bits) const {
  constexpr int kMostBits = 11;
  return ir::ByteSize(node_.output(index).type) == 1 && bits <= kMostBits;
}

void QuantizedOperands::WriteParts(size_t index, const Name& parts, int bits,
                                   const Permutation& permutation) {
  const Name rounded = bits == 0 ? parts : onnx_.Add("Round", {parts});
  const float scale = bits == 0 ? 1 : std::ldexp(kJustBelowOne, bits);
  const std::vector<int>& zero_points = node_.output(index).quantization.zero_points;
  Write(index, RoundedIn(index, rounded, {{scale}, zero_points, 0, 0}), permutation);
}

}  // namespace litevk::to_onnx
