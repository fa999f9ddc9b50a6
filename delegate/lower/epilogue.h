// The elementwise program that every compute shader runs on a value before storing it
// (shaders/common/epilogue.glsl reads the same codes). Activations, residual additions and chains of
// unary and binary operators become steps of it instead of dispatches of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// v is the running value, x the step's operand, finite() makes the largest float of an infinity, as TFLite's
// fused activations do; a NaN stays one but in a comparison (docs/NUMERICS.md). The numbers are those of
// epilogue.glsl, which a test compares (tests/lower/epilogue_codes_test.cc).
enum class EpilogueOp : uint32_t {
  kNone = 0,
  kAdd = 1,              // finite(v + x)
  kSub = 2,              // finite(v - x)
  kReverseSub = 3,       // finite(x - v)
  kMul = 4,              // finite(v * x)
  kDiv = 5,              // finite(v / x)
  kReverseDiv = 6,       // finite(x / v)
  kFinite = 7,           // finite(v)
  kMaximum = 8,          // v > x ? v : x
  kReverseMaximum = 9,   // x > v ? x : v
  kMinimum = 10,         // v < x ? v : x
  kReverseMinimum = 11,  // x < v ? x : v
  kRelu = 12,            // max(v, 0)
  kRelu6 = 13,           // clamp(v, 0, 6)
  kReluN1To1 = 14,       // clamp(v, -1, 1)
  kFiniteRelu = 15,      // finite(max(v, 0))
  kTanh = 16,            // tanh(v)
  kPrelu = 17,           // v < 0 ? v * x : v
  kLeakyRelu = 18,       // the same with x = alpha, in scalar
  kLogistic = 19,        // 1 / (1 + exp(-v))
  kHardSwish = 20,       // v * clamp(v + 3, 0, 6) / 6
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
