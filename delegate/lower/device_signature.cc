#include "delegate/lower/device_signature.h"

#include <cassert>
#include <string>

namespace litevk {
namespace {

Status CheckInput(const Signature& record, const NarrowedInput& input) {
  const std::string name = "input " + std::to_string(input.index);
  if (input.index >= record.inputs.size()) {
    return InvalidArgument(name + " is narrowed, and the record has " + std::to_string(record.inputs.size()) +
                           " inputs");
  }
  const TypeSet known = record.inputs[input.index].types;
  if (known == kT) return InvalidArgument(name + " is narrowed, and is T in the record");
  if (input.types == kT) return InvalidArgument(name + " is narrowed to no type");
  if (known.includes(input.types)) return {};
  return InvalidArgument(name + " is narrowed to " + input.types.ToString() + ", and is " + known.ToString() +
                         " in the record");
}

Status CheckCount(const Signature& record, int most_inputs) {
  const auto listed = static_cast<int>(record.inputs.size());
  const int least = record.required_inputs < 0 ? listed : record.required_inputs;
  if (most_inputs < 0 || (most_inputs >= least && most_inputs < listed && !record.variadic)) return {};
  return InvalidArgument("at most " + std::to_string(most_inputs) + " inputs, and the record has " +
                         std::to_string(listed) + ", of which " + std::to_string(least) + " are required");
}

Signature Narrowed(const OpInfo& info, const DeviceSignature& device) {
  assert(CheckNarrowing(info, device).ok());
  Signature types = info.types[device.of];
  if (device.element != TypeSet()) types.element = device.element;
  for (const NarrowedInput& input : device.inputs) types.inputs[input.index].types = input.types;
  if (device.most_inputs >= 0) {
    types.inputs.erase(types.inputs.begin() + device.most_inputs, types.inputs.end());
  }
  return types;
}

}  // namespace

std::string DimsText(const DeviceSignature& device) {
  return "inputs have at most " + std::to_string(device.most_dims) + " dims";
}

Status CheckNarrowing(const OpInfo& info, const DeviceSignature& device) {
  if (device.of >= info.types.size()) {
    return InvalidArgument("signature " + std::to_string(device.of) + " is narrowed, and the record has " +
                           std::to_string(info.types.size()));
  }
  const Signature& record = info.types[device.of];
  if (!record.element.includes(device.element)) {
    return InvalidArgument("T is narrowed to " + device.element.ToString() + ", and the record has " +
                           record.ToString());
  }
  for (const NarrowedInput& input : device.inputs) LITEVK_RETURN_IF_ERROR(CheckInput(record, input));
  return CheckCount(record, device.most_inputs);
}

std::vector<Signature> NarrowedTypes(const OpInfo& info, std::span<const DeviceSignature> devices) {
  std::vector<Signature> types;
  types.reserve(devices.size());
  for (const DeviceSignature& device : devices) types.push_back(Narrowed(info, device));
  return types;
}

TypeSet MovedTypes(const OpInfo& info, const DeviceSignature& device, const Signature& types) {
  const bool is_moved = info.quantized == Quantized::kMoved && device.lower != nullptr;
  return is_moved ? types.element.Without(kFloat32) : TypeSet();
}

}  // namespace litevk
