#include "runtime/graph/spirv_ops.h"

#include <algorithm>
#include <array>

namespace litevk::gpu::spirv {
namespace {

constexpr auto kWithoutResult = std::to_array<uint32_t>(
    {kFunctionEnd, kStore, kControlBarrier, kMemoryBarrier, kAtomicStore, kLoopMerge, kSelectionMerge,
     kBranch, kBranchConditional, kSwitch, kReturn, kReturnValue, kUnreachable});
// Instructions whose words are all ids, except for the type. Arithmetic and atomics are separate.
constexpr auto kOfIds = std::to_array<uint32_t>(
    {kUndef, kFunctionParameter, kFunctionEnd, kFunctionCall, kAccessChain, kVectorExtractDynamic,
     kCompositeConstruct, kTranspose, kControlBarrier, kMemoryBarrier, kPhi, kLabel, kBranch, kReturn,
     kReturnValue, kUnreachable, kGroupNonUniformElect, kGroupNonUniformShuffle, kGroupNonUniformShuffleXor});

bool Holds(std::span<const uint32_t> list, uint32_t op) { return std::ranges::find(list, op) != list.end(); }
bool IsArithmetic(uint32_t op) { return op >= kConvertFToU && op <= kBitCount; }
bool IsAtomic(uint32_t op) { return op >= kAtomicLoad && op <= kAtomicXor; }
bool IsGroupSum(uint32_t op) { return op >= kGroupNonUniformIAdd && op <= kGroupNonUniformLogicalXor; }

// Ids among the words of an instruction with literals: those in [first, end), and all from `again` on.
struct Pattern {
  uint32_t op;
  size_t first;
  size_t end;
  size_t again = SIZE_MAX;
};
constexpr auto kPatterns = std::to_array<Pattern>({{kExtInst, 3, 4, 5},
                                                   {kFunction, 4, 5},
                                                   {kVariable, 4, 5},
                                                   {kLoad, 3, 4},
                                                   {kStore, 1, 3},
                                                   {kArrayLength, 3, 4},
                                                   {kVectorShuffle, 3, 5},
                                                   {kCompositeExtract, 3, 4},
                                                   {kCompositeInsert, 3, 5},
                                                   {kImageFetch, 3, 5, 6},
                                                   {kImageRead, 3, 5, 6},
                                                   {kSDot, 3, 5},
                                                   {kLoopMerge, 1, 3},
                                                   {kSelectionMerge, 1, 2},
                                                   {kBranchConditional, 1, 4}});
constexpr Pattern kGroupSum = {0, 3, 4, 5};

const Pattern* PatternOf(uint32_t op) {
  if (IsGroupSum(op)) return &kGroupSum;
  const auto found = std::ranges::find(kPatterns, op, &Pattern::op);
  return found == kPatterns.end() ? nullptr : &*found;
}

std::optional<uint32_t> ComputeBits(uint32_t op, uint32_t a, uint32_t b) {
  switch (op) {
    case kIAdd:
      return a + b;
    case kISub:
      return a - b;
    case kIMul:
      return a * b;
    case kBitwiseAnd:
      return a & b;
    case kBitwiseOr:
      return a | b;
    case kBitwiseXor:
      return a ^ b;
    default:
      break;
  }
  if ((op == kUDiv || op == kUMod) && b != 0) return op == kUDiv ? a / b : a % b;
  // A shift by 32 or more is undefined.
  if ((op == kShiftRightLogical || op == kShiftLeftLogical) && b < 32) {
    return op == kShiftLeftLogical ? a << b : a >> b;
  }
  return std::nullopt;
}

std::optional<bool> Compare(uint32_t op, uint32_t a, uint32_t b) {
  const auto signed_a = static_cast<int32_t>(a);
  const auto signed_b = static_cast<int32_t>(b);
  switch (op) {
    case kLogicalOr:
      return (a | b) != 0;
    case kLogicalAnd:
      return (a & b) != 0;
    case kLogicalEqual:
    case kIEqual:
      return a == b;
    case kLogicalNotEqual:
    case kINotEqual:
      return a != b;
    case kUGreaterThan:
      return a > b;
    case kSGreaterThan:
      return signed_a > signed_b;
    case kUGreaterThanEqual:
      return a >= b;
    case kSGreaterThanEqual:
      return signed_a >= signed_b;
    case kULessThan:
      return a < b;
    case kSLessThan:
      return signed_a < signed_b;
    case kULessThanEqual:
      return a <= b;
    case kSLessThanEqual:
      return signed_a <= signed_b;
    default:
      return std::nullopt;
  }
}

}  // namespace

size_t ResultWord(uint32_t op) {
  if (op == kLabel) return 1;
  return Holds(kWithoutResult, op) ? 0 : 2;
}

bool IsKnown(uint32_t op) {
  return Holds(kOfIds, op) || IsArithmetic(op) || IsAtomic(op) || op == kSwitch || PatternOf(op) != nullptr;
}

bool IsOperandId(Words words, size_t i) {
  const uint32_t op = OpOf(words);
  // A selector and a default, then alternating literals and labels.
  if (op == kSwitch) return i == 1 || (i > 0 && i % 2 == 0);
  if (const Pattern* pattern = PatternOf(op))
    return (i >= pattern->first && i < pattern->end) || i >= pattern->again;
  return i > ResultWord(op);
}

bool IsPure(uint32_t op) {
  if (ResultWord(op) == 0 || IsAtomic(op)) return false;
  return op != kFunctionCall && op != kLabel && op != kFunction && op != kFunctionParameter;
}

std::optional<uint32_t> Compute(uint32_t op, Words values) {
  if (op == kSelect) return values[0] != 0 ? values[1] : values[2];
  if (op == kSNegate) return 0 - values[0];
  if (op == kNot) return ~values[0];
  if (op == kLogicalNot) return values[0] == 0 ? 1 : 0;
  if (values.size() != 2) return std::nullopt;
  if (const auto truth = Compare(op, values[0], values[1])) return *truth ? 1 : 0;
  return ComputeBits(op, values[0], values[1]);
}

}  // namespace litevk::gpu::spirv
