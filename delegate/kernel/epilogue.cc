#include "delegate/kernel/epilogue.h"

#include <algorithm>
#include <array>

#include "delegate/kernel/node_view.h"

namespace litevk {

StridedView RowsWithin(const EpilogueStep& step, const StridedView& outer, int64_t elements) {
  if (!step.rows.exists() || !outer.exists()) return outer.exists() ? outer : step.rows;
  return Compose(step.rows, elements, outer);
}

size_t CountOperands(std::span<const EpilogueStep> steps) {
  size_t count = 0;
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    const auto is_same = [step](const EpilogueStep& other) {
      return other.operand == step->operand && other.rows == step->rows;
    };
    if (step->operand != ir::kAbsent && std::none_of(steps.begin(), step, is_same)) ++count;
  }
  return count;
}

const EpilogueArithmetic* InFloat32(const NodeView& view) {
  return view.output().type == ir::DataType::kFloat32 ? &kFloat32Arithmetic : nullptr;
}

bool IsEverywhere(EpilogueOp op) {
  enum class Where : uint8_t { kEverywhere, kOwn };
  constexpr std::array kWhere = {
      Where::kEverywhere,  // kNone
#define LITEVK_STEP(step, rule, where, glsl) Where::k##where,
#define LITEVK_UNARY(builtin, stem, step, rule, where, glsl) Where::k##where,
#define LITEVK_BINARY(builtin, stem, step, reverse)
#define LITEVK_CHOICE(builtin, stem, step, reverse)
#include "delegate/kernel/elementwise.inc"
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
#include "delegate/kernel/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
  };
  const auto code = static_cast<size_t>(op);
  return code < kTexts.size() ? kTexts[code] : StepText{};
}

}  // namespace litevk
