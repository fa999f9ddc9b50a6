// Which types a kernel takes: the check of a node, and the text for the docs.
#include <algorithm>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

constexpr int kTypeCount = static_cast<int>(ir::DataType::kOther) + 1;

std::string OperandText(TypeSet set) {
  if (set == kT) return "T";
  std::string text = set.ToString();
  for (size_t comma = text.find(", "); comma != std::string::npos; comma = text.find(", ")) {
    text.replace(comma, 2, " | ");
  }
  return text;
}

// Matches operands to one signature; the element type is that of the first operand that stands for it.
class Matcher {
 public:
  explicit Matcher(const Signature& signature) : signature_(signature) {}

  bool Inputs(std::span<const ir::Tensor* const> tensors) {
    const size_t listed = signature_.inputs.size();
    const size_t required =
        signature_.required_inputs < 0 ? listed : static_cast<size_t>(signature_.required_inputs);
    if (tensors.size() < required || (tensors.size() > listed && !signature_.variadic)) return false;
    for (size_t index = 0; index < tensors.size(); ++index) {
      if (tensors[index] == nullptr) {
        if (index < required) return false;
        continue;
      }
      if (!Accepts(signature_.inputs[std::min(index, listed - 1)], tensors[index]->type)) return false;
    }
    return true;
  }

  bool Outputs(std::span<const ir::Tensor* const> tensors) {
    const size_t listed = signature_.outputs.size();
    for (size_t index = 0; index < tensors.size(); ++index) {
      if (tensors[index] == nullptr) return false;
      if (!Accepts(signature_.outputs[std::min(index, listed - 1)], tensors[index]->type)) return false;
    }
    return !tensors.empty();
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

std::string TypesText(std::span<const ir::Tensor* const> tensors) {
  std::string text;
  for (const ir::Tensor* tensor : tensors) {
    if (!text.empty()) text += ", ";
    text += tensor == nullptr ? "absent" : std::string(ir::Name(tensor->type));
  }
  return text.empty() ? "none" : text;
}

Status CheckQuantization(const OpInfo& info, std::span<const ir::Tensor* const> tensors) {
  if (info.quantized != Quantized::kRefused) return {};
  for (const ir::Tensor* tensor : tensors) {
    // Float and index tensors carry parameters that no kernel reads.
    const bool is_quantized =
        tensor != nullptr && !tensor->quantization.scales.empty() &&
        TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16}.contains(tensor->type);
    if (!is_quantized) continue;
    return Unsupported("quantized arithmetic is not supported; tensor '" + tensor->name + "' is " +
                       std::string(ir::Name(tensor->type)) + " with a scale");
  }
  return {};
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

std::string Signature::ToString() const {
  std::string text;
  for (size_t index = 0; index < inputs.size(); ++index) {
    const bool is_optional = required_inputs >= 0 && static_cast<int>(index) >= required_inputs;
    text += (text.empty() ? "" : ", ") + OperandText(inputs[index]) + (is_optional ? " (optional)" : "");
  }
  if (variadic) text += ", ...";
  text += " ->";
  for (size_t index = 0; index < outputs.size(); ++index) {
    text += (index == 0 ? " " : ", ") + OperandText(outputs[index]);
  }
  return element == TypeSet() ? text : text + "; T: " + element.ToString();
}

Status CheckTypes(const OpInfo& info, std::span<const ir::Tensor* const> inputs,
                  std::span<const ir::Tensor* const> outputs) {
  for (const ir::Tensor* tensor : inputs) {
    if (tensor == nullptr || tensor->sparsity == nullptr || info.takes_sparse) continue;
    return Unsupported("tensor '" + tensor->name + "' is sparse, which the operator does not take");
  }
  LITEVK_RETURN_IF_ERROR(CheckQuantization(info, inputs));
  LITEVK_RETURN_IF_ERROR(CheckQuantization(info, outputs));
  const bool accepted = std::ranges::any_of(info.types, [&](const Signature& signature) {
    Matcher matcher(signature);
    return matcher.Inputs(inputs) && matcher.Outputs(outputs);
  });
  if (accepted) return {};
  std::string expected;
  for (const Signature& signature : info.types) {
    expected += (expected.empty() ? "" : " or ") + signature.ToString();
  }
  return Unsupported("types are " + TypesText(inputs) + " -> " + TypesText(outputs) + ", expected " +
                     expected);
}

}  // namespace litevk
