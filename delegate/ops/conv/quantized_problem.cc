#include "delegate/ops/conv/quantized_problem.h"

#include <cassert>

#include "delegate/ops/common/quantization_constants.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

QuantizationConstants QuantizationConstantsOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const NodeView& view = lowering.view();
  const auto range = QuantizedRangeOf(problem.activation, view.output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  return {.zeros = static_cast<uint8_t>(ZeroPointOf(view.input(problem.at.image))) * 0x01010101U,
          .output_zero_point = ZeroPointOf(view.output()),
          .least = range->min,
          .most = range->max};
}

ImageStrides SourceStrides(const Lowering& lowering, const QuantizedProblem& problem) {
  return lowering.InputStrides(problem.at.image, problem.input);
}

uint32_t LastWordOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const ir::Shape& image = problem.input;
  const ImageStrides strides = SourceStrides(lowering, problem);
  const auto last = [&](int axis) { return static_cast<uint32_t>(image[axis] - 1); };
  const uint32_t element =
      strides.first + last(0) * strides.image + last(1) * strides.row + last(2) * strides.pixel + last(3);
  return element / (4 / lowering.InputBytes(problem.at.image));
}

StridedView ResultRowsOf(const Lowering& lowering, const QuantizedProblem& problem) {
  if (problem.layout.outputs % 4 != 0) return {};
  return InWords(lowering.OutputRows(), lowering.OutputBytes());
}

}  // namespace litevk
