#include <algorithm>
#include <limits>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float Quotient(float left, float right) { return left / right; }

// The lowest value divided by -1 is the highest one, as in TFLite: int32 lacks the quotient.
static int32_t Quotient(int32_t left, int32_t right) {
  constexpr int64_t kHighest = std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>(std::min(int64_t{left} / right, kHighest));
}

static Status Div(const KernelArgs& args) {
  if (args.outputs[0].type() == ir::DataType::kInt32) {
    LITEVK_RETURN_IF_ERROR(CheckDivisor<int32_t>(args.inputs[1]));
  }
  return ApplyArithmetic<float, int32_t>(args, [](auto left, auto right) { return Quotient(left, right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(div, &Div)
