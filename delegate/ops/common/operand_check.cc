#include "delegate/ops/common/operand_check.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "runtime/values/fold.h"
#include "shaders/zero_check.h"

namespace litevk {
namespace {

// True if any element, of `bytes` bytes, is forbidden.
bool HasForbidden(std::span<const std::byte> elements, size_t bytes, const Forbidden& forbidden) {
  for (size_t at = 0; at + bytes <= elements.size(); at += bytes) {
    std::array<uint32_t, 2> words = {};
    std::memcpy(words.data(), elements.data() + at, bytes);
    if ((((words[0] ^ forbidden.flipped) | words[1]) & forbidden.mask) == 0) return true;
  }
  return false;
}

}  // namespace

void EmitOperandCheck(Lowering& lowering, int input, const Forbidden& forbidden) {
  const NodeView& view = lowering.view();
  if (view.input_is_known(input)) return;
  const gpu::TensorId flag = lowering.AddCheck(forbidden.diagnostic);
  lowering.EmitPart<shaders::ZeroCheck>(
      {.kBytes = lowering.InputBytes(input), .kMask = forbidden.mask, .kFlipped = forbidden.flipped},
      {.total = static_cast<uint32_t>(view.input(input).dims.NumElements())},
      {.values = lowering.Input(input), .flag = flag}, {1, 1, 1});
}

bool KnownOperandIsAllowed(const NodeView& view, int input, const Forbidden& forbidden) {
  if (!view.input_is_known(input)) return true;
  const auto operand = EvaluateKnown(view.graph(), view.input_id(input));
  const auto bytes = static_cast<size_t>(ir::ByteSize(view.input(input).type));
  return operand.ok() && !HasForbidden(operand->bytes(), bytes, forbidden);
}

}  // namespace litevk
