// TensorValues: conversion between quantized values and floats.
#include "onnx/write/tensor_values.h"

#include <algorithm>

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"
#include "onnx/facts/scaled_operands.h"
#include "onnx/write/constants.h"

namespace litevk::to_onnx {

// First opset in which onnxruntime refuses a model that moves (Reshape and similar) a dequantized int8 value.
// It appends a QuantizeLinear of int8, and then changes only the zero point to uint8.
static constexpr int kOpsetOfFailingMoves = 21;

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
  // Nothing may stand between QuantizeLinear and DequantizeLinear, since runtimes look for adjacent pairs.
  Name real = ReadReal(id, from, false);
  Name moved = Reordered(real, tensor.dims, from, order);
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

Name TensorValues::ReadBias(ir::TensorId id, const ir::Quantization& quantization) {
  ir::Tensor bias = graph_.tensor(id);
  bias.quantization = quantization;
  const std::vector<float>& scales = quantization.scales;
  if (bias.type == ir::DataType::kInt32) {
    const Name numbers = Read(id, {});
    if (bias.dims.rank() == 1 || scales.size() == 1) return Dequantized(numbers, bias, {});
    // Per-channel scales apply to the elements of a vector.
    const Name vector = writer_.Add("Reshape", {numbers, Constants(writer_).Dims({bias.dims.NumElements()})});
    return Dequantized(vector, bias, {});
  }
  // DequantizeLinear does not take int64.
  const std::vector<int64_t> numbers = ir::StoredIndices(bias);
  std::vector<float> values;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double scale = scales[std::min(i, scales.size() - 1)];
    values.push_back(static_cast<float>(static_cast<double>(numbers[i]) * scale));
  }
  return writer_.Shared(
      {::onnx::TensorProto::FLOAT, WrittenDims(bias.dims, {}), std::as_bytes(std::span(values))},
      constant_names_.Of(bias));
}

}  // namespace litevk::to_onnx
