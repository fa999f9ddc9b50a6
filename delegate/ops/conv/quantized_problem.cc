#include "delegate/ops/conv/quantized_problem.h"

#include <cassert>

#include "delegate/ops/families/quantized_numbers.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

QuantizedNumbers NumbersOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const NodeView& view = lowering.view();
  const auto range = QuantizedRangeOf(problem.activation, view.output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  return {.zeros = static_cast<uint8_t>(ZeroPointOf(view.input(problem.at.image))) * 0x01010101U,
          .output_zero_point = ZeroPointOf(view.output()),
          .least = range->min,
          .most = range->max};
}

}  // namespace litevk
