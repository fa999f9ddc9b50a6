#include "delegate/lower/epilogue.h"

#include <array>

namespace litevk {

bool IsEverywhere(EpilogueOp op) {
  enum class Where : uint8_t { kEverywhere, kOwn };
  constexpr std::array kWhere = {
      Where::kEverywhere,  // kNone
#define LITEVK_STEP(step, rule, where, glsl) Where::k##where,
#define LITEVK_UNARY(builtin, stem, step, rule, where, glsl) Where::k##where,
#define LITEVK_BINARY(builtin, stem, step, reverse)
#define LITEVK_CHOICE(builtin, stem, step, reverse)
#include "delegate/lower/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
  };
  return kWhere.at(static_cast<size_t>(op)) == Where::kEverywhere;
}

StepText Describe(EpilogueOp op) {
  constexpr std::array kTexts = {
      StepText{},  // kNone
#define LITEVK_STEP(step, rule, where, glsl) StepText{#step, glsl},
#define LITEVK_UNARY(builtin, stem, step, rule, where, glsl) StepText{#step, glsl},
#define LITEVK_BINARY(builtin, stem, step, reverse)
#define LITEVK_CHOICE(builtin, stem, step, reverse)
#include "delegate/lower/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
  };
  const auto code = static_cast<size_t>(op);
  return code < kTexts.size() ? kTexts[code] : StepText{};
}

}  // namespace litevk
