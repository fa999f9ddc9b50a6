// SPIR-V instructions: their opcodes, and which of their words are ids (SPIR-V 1.3 specification, 3.32).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace litevk::gpu::spirv {

enum Op : uint16_t {
  kUndef = 1,
  kExtInst = 12,
  kEntryPoint = 15,
  kExecutionMode = 16,
  kTypeVoid = 19,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypePointer = 32,
  kConstantTrue = 41,
  kConstantFalse = 42,
  kConstant = 43,
  kConstantComposite = 44,
  kSpecConstantTrue = 48,
  kSpecConstantFalse = 49,
  kSpecConstant = 50,
  kSpecConstantComposite = 51,
  kSpecConstantOp = 52,
  kFunction = 54,
  kFunctionParameter = 55,
  kFunctionEnd = 56,
  kFunctionCall = 57,
  kVariable = 59,
  kLoad = 61,
  kStore = 62,
  kAccessChain = 65,
  kArrayLength = 68,
  kDecorate = 71,
  kVectorExtractDynamic = 77,
  kVectorShuffle = 79,
  kCompositeConstruct = 80,
  kCompositeExtract = 81,
  kCompositeInsert = 82,
  kTranspose = 84,
  kImageFetch = 95,
  kImageRead = 98,
  kConvertFToU = 109,
  kSNegate = 126,
  kIAdd = 128,
  kISub = 130,
  kIMul = 132,
  kUDiv = 134,
  kUMod = 137,
  kLogicalEqual = 164,
  kLogicalNotEqual = 165,
  kLogicalOr = 166,
  kLogicalAnd = 167,
  kLogicalNot = 168,
  kSelect = 169,
  kIEqual = 170,
  kINotEqual = 171,
  kUGreaterThan = 172,
  kSGreaterThan = 173,
  kUGreaterThanEqual = 174,
  kSGreaterThanEqual = 175,
  kULessThan = 176,
  kSLessThan = 177,
  kULessThanEqual = 178,
  kSLessThanEqual = 179,
  kShiftRightLogical = 194,
  kShiftLeftLogical = 196,
  kBitwiseOr = 197,
  kBitwiseXor = 198,
  kBitwiseAnd = 199,
  kNot = 200,
  kBitCount = 205,
  kControlBarrier = 224,
  kMemoryBarrier = 225,
  kAtomicLoad = 227,
  kAtomicStore = 228,
  kAtomicXor = 242,
  kPhi = 245,
  kLoopMerge = 246,
  kSelectionMerge = 247,
  kLabel = 248,
  kBranch = 249,
  kBranchConditional = 250,
  kSwitch = 251,
  kReturn = 253,
  kReturnValue = 254,
  kUnreachable = 255,
  kGroupNonUniformElect = 333,
  kGroupNonUniformShuffle = 345,
  kGroupNonUniformShuffleXor = 346,
  kGroupNonUniformIAdd = 349,
  kGroupNonUniformLogicalXor = 364,
  kSDot = 4450,
};

using Words = std::span<const uint32_t>;  // an instruction

constexpr uint32_t OpOf(Words words) { return words[0] & 0xFFFF; }
constexpr uint32_t Head(Op op, size_t words) { return static_cast<uint32_t>(words) << 16 | op; }

// Returns the index of a function instruction's result word; 0 if it has none.
size_t ResultWord(uint32_t op);
// True if IsOperandId supports the function instruction.
bool IsKnown(uint32_t op);
// True if word `i` of a known instruction is an id that it reads, and not its type or result.
bool IsOperandId(Words words, size_t i);
// True if a known instruction has no effect but its result. It can be removed if the result is unread.
bool IsPure(uint32_t op);

// Returns the result of an instruction for 32-bit or boolean constants. Nothing for an unsupported
// instruction, or a division by zero.
std::optional<uint32_t> Compute(uint32_t op, Words values);

}  // namespace litevk::gpu::spirv
