// Checks tensors against the quantization parameters that the operands of a signature state.
#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/base/float_text.h"
#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/quantized/scales.h"
#include "runtime/opset/signature.h"

namespace litevk {
namespace {

// True if kernels would read the tensor's scale: float and index tensors carry some that no kernel reads.
bool IsScaled(const ir::Tensor& tensor) {
  constexpr TypeSet kScaledTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  return kScaledTypes.contains(tensor.type) && !tensor.quantization.scales.empty();
}

bool HaveEqualParameters(const ir::Tensor& left, const ir::Tensor& right) {
  return left.quantization.scales == right.quantization.scales &&
         left.quantization.zero_points == right.quantization.zero_points &&
         left.quantization.block_size == right.quantization.block_size;
}

Status CheckOneScale(const ir::Tensor& tensor) {
  const size_t scales = tensor.quantization.scales.size();
  if (scales <= 1) return {};
  return Unsupported(std::to_string(scales) + " scales, expected one");
}

Status CheckPerTensor(const ir::Tensor& tensor) {
  LITEVK_RETURN_IF_ERROR(CheckOneScale(tensor));
  const ir::Quantization& quantization = tensor.quantization;
  const ir::IntegerRange range = ir::RangeOf(tensor.type);
  const int zero_point = quantization.zero_points[0];
  if (zero_point >= range.lowest && zero_point <= range.highest) return {};
  return Unsupported("zero point " + std::to_string(zero_point) + " is none of " +
                     std::string(ir::Name(tensor.type)));
}

Status CheckZeroPoints(const ir::Tensor& tensor) {
  for (const int zero_point : tensor.quantization.zero_points) {
    if (zero_point == 0) continue;
    return Unsupported("zero point " + std::to_string(zero_point) + ", expected 0");
  }
  return {};
}

bool HasSlices(const ir::Tensor& tensor, int axis, int count) {
  return axis >= 0 && axis < tensor.dims.rank() && tensor.dims[axis] == count;
}

Status CheckSymmetric(const OperandType& operand, const ir::Tensor& tensor) {
  LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
  LITEVK_RETURN_IF_ERROR(CheckOneScale(tensor));
  return operand.takes_any_zero_point ? Status() : CheckZeroPoints(tensor);
}

Status CheckPerChannel(const OperandType& operand, const ir::Tensor& tensor) {
  const ir::Quantization& quantization = tensor.quantization;
  const int axis = operand.axis < 0 ? operand.axis + tensor.dims.rank() : operand.axis;
  if (!operand.takes_any_zero_point) LITEVK_RETURN_IF_ERROR(CheckZeroPoints(tensor));
  const auto count = static_cast<int>(quantization.scales.size());
  if (count == 1) return {};
  const bool is_read_along_axis = operand.takes_any_axis && HasSlices(tensor, axis, count) &&
                                  HasSlices(tensor, quantization.channel_axis, count);
  if (quantization.channel_axis != axis && !is_read_along_axis) {
    return Unsupported("scales along dim " + std::to_string(quantization.channel_axis) +
                       ", expected one or one for each slice along dim " + std::to_string(axis));
  }
  if (HasSlices(tensor, axis, count)) return {};
  return Unsupported(std::to_string(count) + " scales and dims " + tensor.dims.ToString() +
                     ", expected one scale or one for each slice along dim " + std::to_string(axis));
}

std::string ParametersText(float scale, int zero_point) {
  return "scale " + FloatText(scale) + " and zero point " + std::to_string(zero_point);
}

Status CheckPlain(const ir::Tensor& tensor) {
  if (!IsScaled(tensor)) return {};
  return Unsupported("it is " + std::string(ir::Name(tensor.type)) + " with a scale, expected none");
}

Status CheckLikeInput(const ir::Tensor& tensor, const ir::Tensor* input) {
  if (input == nullptr || HaveEqualParameters(tensor, *input)) return {};
  return Unsupported("it is quantized in another way than '" + input->name + "'");
}

// True if TFLite accepts the scale as the prescribed one, in its float arithmetic (TF_LITE_ENSURE_NEAR,
// CheckedLog2).
bool IsPrescribed(float scale, const OperandType& operand) {
  constexpr float kThousandth = 0.001F;
  switch (operand.scaling) {
    case Scaling::kNearFixed:
      return std::abs(scale - operand.scale) <= kThousandth * operand.scale;
    case Scaling::kNearPower:
      return ExponentOf(scale) == ExponentOf(operand.scale);
    default:
      return scale == operand.scale;
  }
}

Status CheckFixed(const OperandType& operand, const ir::Tensor& tensor) {
  LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
  LITEVK_RETURN_IF_ERROR(CheckPerTensor(tensor));
  const float scale = tensor.quantization.scales[0];
  const int zero_point = tensor.quantization.zero_points[0];
  if (IsPrescribed(scale, operand) && zero_point == operand.zero_point) return {};
  return Unsupported(ParametersText(scale, zero_point) + ", expected " +
                     ParametersText(operand.scale, operand.zero_point) +
                     (operand.scaling == Scaling::kFixed ? "" : ", the scale within 0.1 %"));
}

Status CheckFixedScale(const OperandType& operand, const ir::Tensor& tensor) {
  LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
  LITEVK_RETURN_IF_ERROR(CheckPerTensor(tensor));
  const float scale = tensor.quantization.scales[0];
  if (scale == operand.scale) return {};
  return Unsupported("scale " + FloatText(scale) + ", expected " + FloatText(operand.scale));
}

// Returns the only scale of a tensor; 0 if it has none or several, as in TFLite.
float OnlyScaleOf(const ir::Tensor& tensor) {
  return tensor.quantization.scales.size() == 1 ? tensor.quantization.scales[0] : 0;
}

// Checks the scale of a bias, the last of `tensors`, against the scales of the two inputs before it. Does
// nothing if one of them has a scale for each channel.
Status CheckLikeProducts(OperandTensors tensors, const ir::Tensor& output) {
  const ir::Tensor& bias = *tensors[tensors.size() - 1];
  const ir::Tensor& second = *tensors[tensors.size() - 2];
  const ir::Tensor& first = *tensors[tensors.size() - 3];
  if (first.quantization.scales.size() != 1 || second.quantization.scales.size() != 1) return {};
  const double product = double{OnlyScaleOf(first)} * double{OnlyScaleOf(second)};
  const double difference = std::abs(product - double{OnlyScaleOf(bias)});
  constexpr double kMostSteps = 0.02;
  if (difference / double{OnlyScaleOf(output)} <= kMostSteps) return {};
  return Unsupported("scale " + FloatText(OnlyScaleOf(bias)) + ", expected the product of the scales of '" +
                     first.name + "' and '" + second.name + "', " + FloatText(static_cast<float>(product)) +
                     ", within 0.02 of the output's scale");
}

// The tensors of a node.
struct NodeTensors {
  OperandTensors inputs;
  OperandTensors outputs;
};

Status CheckOperand(const OperandType& operand, const ir::Tensor& tensor, const NodeTensors& node,
                    size_t index) {
  switch (operand.scaling) {
    case Scaling::kUnstated:
    case Scaling::kUnread:
    case Scaling::kOfProducts:
      return {};
    case Scaling::kLikeProducts:
      return CheckLikeProducts(node.inputs.first(index + 1), *node.outputs[0]);
    case Scaling::kPlain:
      return CheckPlain(tensor);
    case Scaling::kLikeInput:
      return CheckLikeInput(tensor,
                            operand.input < node.inputs.size() ? node.inputs[operand.input] : nullptr);
    case Scaling::kFixed:
    case Scaling::kNearFixed:
    case Scaling::kNearPower:
      return CheckFixed(operand, tensor);
    case Scaling::kFixedScale:
      return CheckFixedScale(operand, tensor);
    case Scaling::kPerTensor:
      LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
      return CheckPerTensor(tensor);
    case Scaling::kSymmetric:
      return CheckSymmetric(operand, tensor);
    case Scaling::kPerChannel:
      LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
      return CheckPerChannel(operand, tensor);
    case Scaling::kPerTensorOrChannel:
      LITEVK_RETURN_IF_ERROR(CheckScales(tensor));
      if (tensor.quantization.scales.size() == 1) return CheckPerTensor(tensor);
      return CheckPerChannel(operand, tensor);
    case Scaling::kPerBlock:
      return CheckPerBlock(tensor);
  }
  return {};
}

Status Named(const Status& status, size_t index, std::span<const std::string_view> names) {
  if (status.ok() || names.empty()) return status;
  return Unsupported(std::string(names[std::min(index, names.size() - 1)]) + ": " + status.message());
}

}  // namespace

bool HasOffsetInt16(const Signature& signature, const ir::Tensor& tensor) {
  return signature.quantized == Quantized::kMovedEven && tensor.type == ir::DataType::kInt16 &&
         !CheckZeroPoints(tensor).ok();
}

TypeSet TypesMovedAlike(const Signature& signature) {
  if (signature.quantized != Quantized::kMovedAlike && signature.quantized != Quantized::kMovedEven)
    return {};
  return signature.element.Without(ir::DataType::kFloat32);
}

const ir::Tensor* FindMisquantized(const Signature& signature, OperandTensors inputs,
                                   OperandTensors outputs) {
  if (signature.quantized == Quantized::kMoved || signature.quantized == Quantized::kConverted) {
    return nullptr;
  }
  const TypeSet moved = TypesMovedAlike(signature);
  const auto is_misquantized = [&](const ir::Tensor* tensor, const OperandType& operand) {
    if (tensor == nullptr) return false;
    if (HasOffsetInt16(signature, *tensor)) return true;
    const bool is_moved =
        operand.types == kT && moved.contains(tensor->type) && tensor->type == outputs[0]->type;
    return is_moved ? !HaveEqualParameters(*tensor, *outputs[0]) : IsScaled(*tensor);
  };
  for (size_t index = 0; index < inputs.size(); ++index) {
    if (is_misquantized(inputs[index], signature.input(index))) return inputs[index];
  }
  for (size_t index = 0; index < outputs.size(); ++index) {
    if (is_misquantized(outputs[index], signature.output(index))) return outputs[index];
  }
  return nullptr;
}

bool ScalingMatches(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  if (signature.StatesScaling()) return CheckScaling(signature, inputs, outputs, {}, {}).ok();
  return FindMisquantized(signature, inputs, outputs) == nullptr;
}

Status CheckScaling(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                    std::span<const std::string_view> input_names,
                    std::span<const std::string_view> output_names) {
  for (size_t index = 0; index < inputs.size(); ++index) {
    if (inputs[index] == nullptr) continue;
    const Status status = CheckOperand(signature.input(index), *inputs[index], {inputs, outputs}, index);
    LITEVK_RETURN_IF_ERROR(Named(status, index, input_names));
  }
  for (size_t index = 0; index < outputs.size(); ++index) {
    const Status status = CheckOperand(signature.output(index), *outputs[index], {inputs, outputs}, index);
    LITEVK_RETURN_IF_ERROR(Named(status, index, output_names));
  }
  return {};
}

}  // namespace litevk
