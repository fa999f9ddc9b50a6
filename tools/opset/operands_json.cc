#include "tools/opset/operands_json.h"

#include <array>
#include <cstddef>

#include "runtime/ir/data_type.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kScalings = {
    "unstated",    "plain",         "per_tensor", "symmetric",  "per_channel", "per_tensor_or_channel",
    "of_products", "like_products", "unread",     "like_input", "fixed",       "fixed_scale",
    "near_fixed",  "near_power",    "per_block"};  // indexed by Scaling

// An operand of type T is named by its only type if the signature has one, as in Signature::ToString.
Json OperandOf(const OperandType& operand, TypeSet element) {
  const TypeSet types = operand.types == kT && element.size() == 1 ? element : operand.types;
  Json json = {{"types", types == kT ? Json::array({"T"}) : NamesOf(types)},
               {"scaling", kScalings.at(static_cast<size_t>(operand.scaling))}};
  const bool has_axis =
      operand.scaling == Scaling::kPerChannel || operand.scaling == Scaling::kPerTensorOrChannel;
  if (has_axis) json["axis"] = operand.axis;
  if (operand.takes_any_axis) json["any_axis"] = true;
  if (operand.takes_any_zero_point) json["any_zero_point"] = true;
  if (operand.scaling == Scaling::kLikeInput) json["input"] = operand.input;
  if (operand.scaling == Scaling::kFixedScale) json["scale"] = operand.scale;
  const bool is_fixed = operand.scaling == Scaling::kFixed || operand.scaling == Scaling::kNearFixed ||
                        operand.scaling == Scaling::kNearPower;
  if (is_fixed) {
    json["scale"] = operand.scale;
    json["zero_point"] = operand.zero_point;
  }
  return json;
}

}  // namespace

Json NamesOf(TypeSet types) {
  Json names = Json::array();
  for (int index = 0; index <= static_cast<int>(ir::DataType::kOther); ++index) {
    const auto type = static_cast<ir::DataType>(index);
    if (types.contains(type)) names.push_back(ir::Name(type));
  }
  return names;
}

Json OperandsOf(std::span<const OperandType> operands, TypeSet element) {
  Json json = Json::array();
  for (const OperandType& operand : operands) json.push_back(OperandOf(operand, element));
  return json;
}

}  // namespace litevk::tools
