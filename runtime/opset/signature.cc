#include "runtime/opset/signature.h"

#include "runtime/base/float_text.h"

namespace litevk {
namespace {

constexpr int kTypeCount = static_cast<int>(ir::DataType::kOther) + 1;

std::string ScalingText(const OperandType& operand) {
  switch (operand.scaling) {
    case Scaling::kPerTensor:
      return " per tensor";
    case Scaling::kSymmetric:
      return operand.takes_any_zero_point ? " per tensor" : " per tensor with zero point 0";
    case Scaling::kPerChannel:
      return " per channel on axis " + std::to_string(operand.axis);
    case Scaling::kFixed:
    case Scaling::kNearFixed:
    case Scaling::kNearPower:
      return std::string(" with scale ") + (operand.scaling == Scaling::kFixed ? "" : "about ") +
             FloatText(operand.scale) + " and zero point " + std::to_string(operand.zero_point);
    case Scaling::kFixedScale:
      return " per tensor with scale " + FloatText(operand.scale);
    case Scaling::kPerTensorOrChannel:
      return " per tensor or per channel on axis " + std::to_string(operand.axis);
    case Scaling::kPerBlock:
      return " per block";
    default:
      return "";
  }
}

std::string OperandText(const OperandType& operand, TypeSet element) {
  const bool is_one_type = element.size() == 1;
  std::string text = operand.types != kT ? operand.types.ToString() : is_one_type ? element.ToString() : "T";
  for (size_t comma = text.find(", "); comma != std::string::npos; comma = text.find(", ")) {
    text.replace(comma, 2, " | ");
  }
  text += ScalingText(operand);
  return text;
}

// Matches operands to one signature. The element type is that of the first operand with type kT.
class Matcher {
 public:
  explicit Matcher(const Signature& signature) : signature_(signature) {}

  bool Inputs(OperandTensors tensors) { return TakesInputs(signature_, tensors) && PresentInputs(tensors); }

  // True if the inputs have the listed types. Required ones may be absent.
  bool PresentInputs(OperandTensors tensors) {
    for (size_t index = 0; index < tensors.size(); ++index) {
      if (tensors[index] == nullptr) continue;
      if (!Accepts(signature_.input(index).types, tensors[index]->type)) return false;
    }
    return true;
  }

  bool Outputs(OperandTensors tensors) {
    if (!HasOutputs(signature_, tensors.size())) return false;
    for (size_t index = 0; index < tensors.size(); ++index) {
      if (tensors[index] == nullptr) return false;
      if (!Accepts(signature_.output(index).types, tensors[index]->type)) return false;
    }
    return true;
  }

 private:
  bool Accepts(TypeSet set, ir::DataType type) {
    if (!(set == kT)) return set.contains(type);
    if (element_ == ir::DataType::kNone) element_ = type;
    return element_ == type && signature_.element.contains(type);
  }

  const Signature& signature_;
  ir::DataType element_ = ir::DataType::kNone;
};

std::string TypesText(OperandTensors tensors) {
  std::string text;
  for (const ir::Tensor* tensor : tensors) {
    if (!text.empty()) text += ", ";
    text += tensor == nullptr ? "absent" : std::string(ir::Name(tensor->type));
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string TypeSet::ToString() const {
  std::string text;
  for (int index = 0; index < kTypeCount; ++index) {
    const auto type = static_cast<ir::DataType>(index);
    if (!contains(type)) continue;
    text += (text.empty() ? "" : ", ") + std::string(ir::Name(type));
  }
  return text;
}

bool Signature::StatesScaling() const {
  const auto states = [](const OperandType& operand) { return operand.scaling != Scaling::kUnstated; };
  return std::ranges::any_of(inputs, states) || std::ranges::any_of(outputs, states);
}

std::string Signature::ToString() const {
  std::string text;
  for (size_t index = 0; index < inputs.size(); ++index) {
    const bool is_optional = required_inputs >= 0 && static_cast<int>(index) >= required_inputs;
    text +=
        (text.empty() ? "" : ", ") + OperandText(inputs[index], element) + (is_optional ? " (optional)" : "");
  }
  if (variadic) text += ", ...";
  text += " ->";
  for (size_t index = 0; index < outputs.size(); ++index) {
    text += (index == 0 ? " " : ", ") + OperandText(outputs[index], element);
  }
  return element.size() < 2 ? text : text + "; T: " + element.ToString();
}

static size_t RequiredInputs(const Signature& signature) {
  return signature.required_inputs < 0 ? signature.inputs.size()
                                       : static_cast<size_t>(signature.required_inputs);
}

bool TakesInputs(const Signature& signature, OperandTensors inputs) {
  const size_t listed = signature.inputs.size();
  const size_t required = RequiredInputs(signature);
  if (inputs.size() < required || (inputs.size() > listed && !signature.variadic)) return false;
  // If all inputs are required, so are those that repeat the last listed one.
  const OperandTensors there = signature.required_inputs < 0 ? inputs : inputs.first(required);
  return std::ranges::all_of(there, [](const ir::Tensor* tensor) { return tensor != nullptr; });
}

bool HasOutputs(const Signature& signature, size_t count) {
  const size_t listed = signature.outputs.size();
  return count == listed || (count > listed && signature.variadic_outputs);
}

bool TypesMatch(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  Matcher matcher(signature);
  return matcher.Inputs(inputs) && matcher.Outputs(outputs);
}

std::string MissingInput(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                         std::span<const std::string_view> names) {
  const size_t required = RequiredInputs(signature);
  if (inputs.empty() || inputs[0] == nullptr || inputs.size() > signature.inputs.size()) return {};
  size_t missing = 0;
  while (missing < std::min(inputs.size(), required) && inputs[missing] != nullptr) ++missing;
  Matcher matcher(signature);
  if (missing >= required || !matcher.PresentInputs(inputs) || !matcher.Outputs(outputs)) return {};
  const std::string name =
      missing < names.size() ? std::string(names[missing]) : "input " + std::to_string(missing);
  const TypeSet element = signature.inputs[0].types == kT ? TypeSet({inputs[0]->type}) : signature.element;
  return name + " is absent, expected " + OperandText(signature.inputs[missing], element);
}

std::string TypeMismatch(std::string_view expected, OperandTensors inputs, OperandTensors outputs) {
  return "types are " + TypesText(inputs) + " -> " + TypesText(outputs) + ", expected " +
         std::string(expected);
}

}  // namespace litevk
