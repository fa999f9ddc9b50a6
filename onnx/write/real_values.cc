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

Name TensorValues::ReadReal(ir::TensorId id, const Permutation& wanted, bool is_weight) {
  const Permutation permutation = Normalized(wanted, graph_.tensor(id).dims.rank());
  const auto found = reals_.find({{id, permutation}, is_weight});
  if (found != reals_.end()) return found->second;
  return reals_[{{id, permutation}, is_weight}] = MakeReal(id, permutation, is_weight);
}

Name TensorValues::MakeReal(ir::TensorId id, const Permutation& permutation, bool is_weight) {
  const ir::Tensor& tensor = graph_.tensor(id);
  if (tensor.is_known()) return MakeRealOfConstant(tensor, permutation, is_weight);
  if (rounded_.contains(id)) return MakeRealOfRounded(id, permutation);
  Name real = Dequantized(Read(id, permutation), tensor, permutation);
  const ir::Tensor form = FormOf(tensor);
  const bool stays = is_weight && opset_ < kOpsetOfFailingMoves;
  if (stays || form.type == tensor.type || HasScaleOfZero(tensor)) return real;
  return Dequantized(Quantized(real, form, permutation), form, permutation);
}

Name TensorValues::MakeRealOfConstant(const ir::Tensor& tensor, const Permutation& permutation,
                                      bool is_weight) {
  const std::vector<int64_t> dims = WrittenDims(tensor.dims, permutation);
  const ir::Tensor form = FormOf(tensor);
  if (is_weight || form.type == tensor.type) {
    return Dequantized(StoredValue(tensor, permutation, dims, true), tensor, permutation);
  }
  std::vector<std::byte> raised(tensor.data.begin(), tensor.data.end());
  for (std::byte& integer : raised) integer ^= std::byte{0x80};
  ir::Tensor stored = form;
  stored.data = raised;
  return Dequantized(StoredValue(stored, permutation, dims, false), form, permutation);
}

Name TensorValues::MakeRealOfRounded(ir::TensorId id, const Permutation& permutation) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const ir::Tensor form = FormOf(tensor);
  const Permutation& from = written_.at(id);
  if (from == permutation) return Dequantized(integers_.at({id, permutation}), form, permutation);
  // Nothing may stand between QuantizeLinear and DequantizeLinear, since runtimes look for adjacent pairs.
  Name real = ReadReal(id, from, false);
  Name moved = Reordered(real, tensor.dims, from, permutation);
  if (moved == real || HasScaleOfZero(tensor)) return moved;
  const Name integers = Quantized(moved, form, permutation);
  integers_[{id, permutation}] = integers;
  return Dequantized(integers, form, permutation);
}

Name TensorValues::ReadQuantized(ir::TensorId id, const Permutation& permutation) {
  const ir::Tensor& tensor = graph_.tensor(id);
  ir::Tensor plain = FormOf(tensor);
  const int raise = plain.type == tensor.type ? 0 : kRaise;
  plain.quantization = {{1}, {raise}, 0, 0};
  return Dequantized(ReadForm(id, permutation), plain, permutation);
}

Name TensorValues::ReadForm(ir::TensorId id, const Permutation& wanted) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const ir::Tensor form = FormOf(tensor);
  const Permutation permutation = Normalized(wanted, tensor.dims.rank());
  if (HasScaleOfZero(tensor)) {
    if (!rounded_.contains(id)) return Recounted(Read(id, permutation), tensor, form);
    const Permutation& from = written_.at(id);
    return Reordered(integers_.at({id, from}), tensor.dims, from, permutation);
  }
  const Name real = ReadReal(id, permutation, false);
  if (!rounded_.contains(id))
    return form.type == tensor.type ? Read(id, permutation) : Quantized(real, form, permutation);
  const auto found = integers_.find({id, permutation});
  return found != integers_.end() ? found->second : integers_.at({id, written_.at(id)});
}

Name TensorValues::ReadScaled(ir::TensorId id, const Permutation& permutation, float multiplier) {
  const ir::Tensor& tensor = graph_.tensor(id);
  ir::Tensor scaled = tensor.is_known() ? tensor : FormOf(tensor);
  scaled.quantization.scales.assign(scaled.quantization.scales.size(), multiplier);
  if (!tensor.is_known()) return Dequantized(ReadForm(id, permutation), scaled, permutation);
  return Dequantized(StoredValue(tensor, permutation, WrittenDims(tensor.dims, permutation), true), scaled,
                     permutation);
}

Name TensorValues::Recounted(const Name& integers, const ir::Tensor& tensor, const ir::Tensor& other) {
  if (tensor.type == other.type) return integers;
  const auto in_steps = [](ir::Tensor counted) {
    counted.quantization.scales.assign(counted.quantization.scales.size(), 1);
    return counted;
  };
  return Quantized(Dequantized(integers, in_steps(tensor), {}), in_steps(other), {});
}

void TensorValues::DefineQuantized(ir::TensorId id, const Name& integers, const Permutation& permutation) {
  const ir::Tensor& tensor = graph_.tensor(id);
  rounded_.insert(id);
  if (FormOf(tensor).type == tensor.type) {
    DefineResult(id, integers, permutation);
    integers_[{id, permutation}] = values_.at({id, permutation});
    return;
  }
  const bool has_name = writer_.HasName(integers);
  const Name name = has_name ? writer_.NameOf(integers) : writer_.Unique(tensor.name);
  if (!has_name) {
    writer_.Call(integers, name);
    named_[id] = name;
  }
  written_[id] = permutation;
  integers_[{id, permutation}] = name;
}

Name TensorValues::ReadBias(ir::TensorId id, const ir::Quantization& quantization) {
  ir::Tensor bias = graph_.tensor(id);
  bias.quantization = quantization;
  const std::vector<float>& scales = quantization.scales;
  if (bias.type == ir::DataType::kInt32) {
    const Name integers = Read(id, {});
    if (bias.dims.rank() == 1 || scales.size() == 1) return Dequantized(integers, bias, {});
    // Per-channel scales apply to the elements of a vector.
    const Name vector =
        writer_.Add("Reshape", {integers, Constants(writer_).Dims({bias.dims.NumElements()})});
    return Dequantized(vector, bias, {});
  }
  // DequantizeLinear does not take int64.
  const std::vector<int64_t> integers = ir::StoredIndices(bias);
  std::vector<float> values;
  for (size_t i = 0; i < integers.size(); ++i) {
    const double scale = scales[std::min(i, scales.size() - 1)];
    values.push_back(static_cast<float>(static_cast<double>(integers[i]) * scale));
  }
  return writer_.Shared(
      {::onnx::TensorProto::FLOAT, WrittenDims(bias.dims, {}), std::as_bytes(std::span(values))},
      constant_names_.Of(bias));
}

}  // namespace litevk::to_onnx
