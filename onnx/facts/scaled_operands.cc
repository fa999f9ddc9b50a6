#include "onnx/facts/scaled_operands.h"

#include <algorithm>
#include <string>

#include "runtime/opset/quantized/affine_channels.h"

namespace litevk::to_onnx {
namespace {

constexpr int kOpsetOfInt16AndBlocks = 21;

bool HasOneScale(const ir::Tensor& tensor) {
  return kIntegers.contains(tensor.type) && tensor.quantization.scales.size() == 1;
}

bool HaveOneScale(const ir::Tensor& left, const ir::Tensor& right) {
  return HasOneScale(left) && HasOneScale(right) && left.quantization.scales == right.quantization.scales &&
         left.quantization.zero_points == right.quantization.zero_points;
}

bool HasChannels(const OperandType& operand) {
  return operand.scaling == Scaling::kPerChannel || operand.scaling == Scaling::kPerTensorOrChannel;
}

bool IsRead(const OperandType& operand) {
  return operand.scaling != Scaling::kUnstated && operand.scaling != Scaling::kPlain &&
         operand.scaling != Scaling::kUnread;
}

// True for pools, which state the scale of their input but do not read it.
bool KeepsQuantized(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  if (inputs.empty() || outputs.empty() || inputs[0] == nullptr) return false;
  return signature.input(0).scaling == Scaling::kUnread && inputs[0]->type == outputs[0]->type;
}

bool IsStated(const Signature& signature) {
  return signature.StatesScaling() || signature.quantized == Quantized::kConverted;
}

// True if the operator returns quantized values without reading their scale.
bool MovesQuantized(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  if (KeepsQuantized(signature, inputs, outputs)) return true;
  return !IsStated(signature) && signature.quantized != Quantized::kRefused;
}

bool IsOfProducts(const OperandType& operand, const ir::Tensor& tensor) {
  const bool is_sum = operand.scaling == Scaling::kOfProducts || operand.scaling == Scaling::kLikeProducts;
  return is_sum && (tensor.type == ir::DataType::kInt32 || tensor.type == ir::DataType::kInt64);
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

bool HasScaleOfZero(const ir::Tensor& tensor) {
  return std::ranges::find(tensor.quantization.scales, 0.0F) != tensor.quantization.scales.end();
}

bool IsOfProducts(const OpInfo& info, OperandTensors inputs, OperandTensors outputs, size_t index) {
  const auto matched = MatchSignature(info.types, inputs, outputs);
  return matched != info.types.end() && IsOfProducts(matched->input(index), *inputs[index]);
}

std::array<size_t, 2> ScaleInputsOfBias(const OpRow& row, size_t bias) {
  return row.sums.scaling_inputs.value_or(std::array{bias - 2, bias - 1});
}

ir::Quantization ProductScales(const ir::Tensor& left, const ir::Tensor& right) {
  const bool is_left = left.quantization.scales.size() > right.quantization.scales.size();
  const std::vector<float>& other = is_left ? right.quantization.scales : left.quantization.scales;
  ir::Quantization product{is_left ? left.quantization.scales : right.quantization.scales, {0}, 0, 0};
  for (float& scale : product.scales) scale *= other.front();
  return product;
}

bool MovesIntoAnotherScale(const OpRow& row, OperandTensors inputs, OperandTensors outputs) {
  const auto matched = MatchSignature(row.info.types, inputs, outputs);
  if (matched == row.info.types.end() || row.quantization.use != QuantizedUse::kMoved) return false;
  if (!MovesQuantized(*matched, inputs, outputs)) return false;
  const ir::Tensor& result = *outputs[0];
  return std::ranges::any_of(inputs, [&](const ir::Tensor* tensor) {
    const bool is_moved = tensor != nullptr && tensor->type == result.type;
    return is_moved && HasOneScale(*tensor) && HasOneScale(result) && !HaveOneScale(*tensor, result);
  });
}

ScaledOperands::ScaledOperands(const OpRow& row, OperandTensors inputs, OperandTensors outputs)
    : inputs_(inputs.size()), outputs_(outputs.size()), weights_(inputs.size()), of_products_(inputs.size()) {
  const auto matched = MatchSignature(row.info.types, inputs, outputs);
  if (matched == row.info.types.end() || row.quantization.use == QuantizedUse::kScaleIgnored) return;
  if (MovesQuantized(*matched, inputs, outputs)) {
    FindMoved(row, inputs, outputs);
  } else if (IsStated(*matched)) {
    FindStated(*matched, inputs, outputs);
  }
}

void ScaledOperands::FindStated(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  const bool converts = signature.quantized == Quantized::kConverted;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == nullptr) continue;
    of_products_[i] = i >= 2 && IsOfProducts(signature.input(i), *inputs[i]);
    weights_[i] = converts || HasChannels(signature.input(i));
    inputs_[i] = (converts || IsRead(signature.input(i))) && IsQuantized(*inputs[i]);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs_[i] = (converts || IsRead(signature.output(i))) && IsQuantized(*outputs[i]);
  }
  const bool is_scaled = std::ranges::find(outputs_, true) != outputs_.end();
  const bool reads_scales = std::ranges::find(inputs_, true) != inputs_.end();
  lacks_scales_ = !converts && is_scaled && !reads_scales;
}

// Moves quantized values as floats if they mean the same before and after, so that runtimes see the scale on
// both sides. Otherwise moves the integers, for example with a scale of 0, from which floats would not
// return.
void ScaledOperands::FindMoved(const OpRow& row, OperandTensors inputs, OperandTensors outputs) {
  const ir::Tensor& result = *outputs[0];
  const auto is_alike = [&](const ir::Tensor* tensor) {
    return tensor == nullptr || tensor->type != result.type || HaveOneScale(*tensor, result);
  };
  const bool is_converted =
      row.quantization.use == QuantizedUse::kUint8Requantized && result.type == ir::DataType::kUInt8;
  const auto are_alike = [&](OperandTensors tensors) { return std::ranges::all_of(tensors, is_alike); };
  if (!HasOneScale(result) || HasScaleOfZero(result) ||
      !(is_converted || (are_alike(inputs) && are_alike(outputs))))
    return;
  const auto is_scaled = [&](const ir::Tensor* tensor) {
    return tensor != nullptr && tensor->type == result.type && HasOneScale(*tensor);
  };
  std::transform(inputs.begin(), inputs.end(), inputs_.begin(), is_scaled);
  std::transform(outputs.begin(), outputs.end(), outputs_.begin(), is_scaled);
}

bool ScaledOperands::any() const {
  return std::ranges::find(inputs_, true) != inputs_.end() ||
         std::ranges::find(outputs_, true) != outputs_.end();
}

// Checks scales of blocks: each has `block_size` consecutive elements of a matrix row.
static Status CheckBlocks(const ir::Tensor& tensor, int opset) {
  if (opset < kOpsetOfInt16AndBlocks)
    return Unsupported("scales of blocks are in ONNX from opset 21 on: use --opset 21");
  const int64_t size = tensor.quantization.block_size;
  const auto count = static_cast<int64_t>(tensor.quantization.scales.size());
  const bool is_whole = size > 0 && tensor.dims[1] % size == 0;
  if (is_whole && count * size == tensor.dims.NumElements()) return {};
  return Unsupported("its weights have scales of parts of blocks");
}

Status CheckScaled(const ir::Tensor& tensor, bool is_result, int opset) {
  if (tensor.quantization.block_size != 0) return CheckBlocks(tensor, opset);
  const ir::DataType type = ir::UnpackedType(tensor.type);
  if (type == ir::DataType::kInt64 || (is_result && !kIntegers.contains(type))) {
    return Unsupported("ONNX has no " + std::string(is_result ? "QuantizeLinear" : "DequantizeLinear") +
                       " of " + std::string(ir::Name(tensor.type)));
  }
  if (type == ir::DataType::kInt16 && opset < kOpsetOfInt16AndBlocks)
    return Unsupported("quantized int16 is in ONNX from opset 21 on: use --opset 21");
  LITEVK_RETURN_IF_ERROR(AffineChannels::Of(tensor).status());
  const auto is_zero = [](int point) { return point == 0; };
  if (type != ir::DataType::kInt32 || std::ranges::all_of(tensor.quantization.zero_points, is_zero))
    return {};
  return Unsupported("DequantizeLinear takes no zero point of int32");
}

}  // namespace litevk::to_onnx
