#include "runtime/interpreter/overwritten_input.h"

#include <algorithm>

#include "runtime/model/tensor_data.h"
#include "runtime/tflite/inplace_op.h"

namespace litevk {
namespace {

// Input 0's bit of TfLiteRegistration::inplace_operator. Those of inputs 1 and 2 follow.
constexpr uint64_t kFirstInput = abi::kTfLiteInplaceOpInput0Shared;
constexpr size_t kNamedInputs = 3;

bool IsInArena(const abi::TfLiteTensor& tensor) { return tensor.allocation_type == abi::kTfLiteArenaRw; }

}  // namespace

int InputToOverwrite(const OverwritingNode& inputs, std::span<const Lifetime> lifetimes,
                     std::span<const abi::TfLiteTensor> tensors) {
  const std::span<const int> outputs = Values(inputs.node.outputs);
  if (outputs.size() != 1 || outputs[0] < 0) return -1;
  const auto& output = tensors[static_cast<size_t>(outputs[0])];
  const auto life_of = [&](int id) {
    const auto index = static_cast<size_t>(id);
    return index < lifetimes.size() ? lifetimes[index] : Lifetime();
  };
  if (!IsInArena(output) || life_of(outputs[0]).first != inputs.position) return -1;
  const auto fits = [&](int id) {
    if (id < 0 || id == outputs[0]) return false;
    const auto& tensor = tensors[static_cast<size_t>(id)];
    const Lifetime life = life_of(id);
    return IsInArena(tensor) && tensor.bytes == output.bytes && life.first >= inputs.first_planned &&
           life.first < inputs.position && life.last == inputs.position;
  };
  int found = -1;
  const std::span<const int> ids = Values(inputs.node.inputs);
  for (size_t index = 0; index < std::min(ids.size(), kNamedInputs); ++index) {
    const bool is_named = (inputs.inplace_operator & (kFirstInput << index)) != 0;
    if (!is_named || !fits(ids[index])) continue;
    if (found < 0 || life_of(ids[index]).first > life_of(found).first) found = ids[index];
  }
  return found;
}

}  // namespace litevk
