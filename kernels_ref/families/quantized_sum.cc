#include "kernels_ref/families/quantized_sum.h"

#include <string>

#include "runtime/opset/power_of_two.h"

namespace litevk::ref {

Result<std::optional<OperandShifts>> ShiftsOf(const BinaryScales& scales) {
  const std::optional<int> left = ExponentOf(scales.left.scale);
  const std::optional<int> right = ExponentOf(scales.right.scale);
  const std::optional<int> output = ExponentOf(scales.to.scale);
  if (!left || !right || !output) return std::optional<OperandShifts>();
  const OperandShifts shifts = {*output - *left, *output - *right};
  if (std::min(shifts.left, shifts.right) == 0) return std::optional(shifts);
  return Unsupported("scales of int16 are 2^" + std::to_string(*left) + " and 2^" + std::to_string(*right) +
                     ", expected the larger one to be the output's, 2^" + std::to_string(*output));
}

}  // namespace litevk::ref
