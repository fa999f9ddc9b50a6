#include "delegate/kernel/gpu_kernel.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace litevk {
namespace {

const Signature* FindSignature(const OpInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.types, name, &Signature::name);
  return found == info.types.end() ? nullptr : &*found;
}

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

}  // namespace

bool IsAlias(const NodeView& view) {
  const GpuKernel& kernel = view.kernel();
  if (kernel.form == Form::kAlias) return true;
  return kernel.keeps_elements != nullptr && view.is_final() && kernel.keeps_elements(view);
}

std::string DimsText(const GpuKernel& kernel) {
  return "inputs have at most " + std::to_string(kernel.most_dims) + " dims";
}

Status CheckNarrowing(const OpInfo& info, const GpuKernel& kernel) {
  const Signature* record = FindSignature(info, kernel.signature);
  if (record == nullptr) {
    return InvalidArgument("signature '" + std::string(kernel.signature) +
                           "' is narrowed, and the record has none of that name");
  }
  if (!record->element.includes(kernel.element)) {
    return InvalidArgument("T is narrowed to " + kernel.element.ToString() + ", and the record has " +
                           record->ToString());
  }
  for (const NarrowedInput& input : kernel.inputs) LITEVK_RETURN_IF_ERROR(CheckInput(*record, input));
  return CheckCount(*record, kernel.most_inputs);
}

void Narrow(const OpInfo& info, GpuKernel& kernel) {
  assert(CheckNarrowing(info, kernel).ok());
  Signature& types = kernel.types = *FindSignature(info, kernel.signature);
  if (kernel.element != TypeSet()) types.element = kernel.element;
  for (const NarrowedInput& input : kernel.inputs) types.inputs[input.index].types = input.types;
  if (kernel.most_inputs >= 0) {
    types.inputs.erase(types.inputs.begin() + kernel.most_inputs, types.inputs.end());
  }
  // QUANTIZE and DEQUANTIZE that take only constants convert no integers.
  if (!kernel.runs_on_device() && types.quantized == Quantized::kConverted) {
    types.quantized = Quantized::kRefused;
  }
}

}  // namespace litevk
