// The elementwise program that every compute shader runs on a value before storing it
// (shaders/common/epilogue.glsl reads the same codes). Activations, residual additions and chains of
// unary and binary operators become steps of it instead of dispatches of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/ir/graph.h"

namespace litevk {

// v is the running value, x the step's operand. The numbers are those of epilogue.glsl, which a test
// compares (tests/lower/epilogue_codes_test.cc).
enum class EpilogueOp : uint32_t {
  kNone = 0,
  kAdd = 1,         // v + x
  kSub = 2,         // v - x
  kReverseSub = 3,  // x - v
  kMul = 4,         // v * x
  kDiv = 5,         // v / x
  kReverseDiv = 6,  // x / v
  kMaximum = 7,     // max(v, x)
  kMinimum = 8,     // min(v, x)
  kPrelu = 9,       // v < 0 ? v * x : v
  kLeakyRelu = 10,  // the same with x = alpha, in scalar
  kRelu = 11,       // max(v, 0)
  kRelu6 = 12,      // clamp(v, 0, 6)
  kReluN1To1 = 13,  // clamp(v, -1, 1)
  kLogistic = 14,   // 1 / (1 + exp(-v))
  kTanh = 15,       // tanh(v)
  kHardSwish = 16,  // v * clamp(v + 3, 0, 6) / 6
};

enum class OperandKind : uint32_t {
  kScalar = 0,   // EpilogueStep::scalar
  kElement = 1,  // a tensor of the output's shape
  kChannel = 2,  // a tensor whose only dim above 1 is the innermost, equal to the output's
  kSingle = 3,   // a runtime tensor of one element
};

struct EpilogueStep {
  EpilogueOp op = EpilogueOp::kNone;
  OperandKind kind = OperandKind::kScalar;
  ir::TensorId operand = ir::kAbsent;  // for kElement, kChannel and kSingle
  float scalar = 0.0F;                 // for kScalar
};

inline constexpr int kMaxEpilogueSteps = 6;
inline constexpr int kMaxEpilogueOperands = 3;  // distinct tensors, one binding each

}  // namespace litevk
