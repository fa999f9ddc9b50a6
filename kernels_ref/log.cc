#include <cmath>
#include <limits>

#include "kernels_ref/elementwise/table16.h"
#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Logarithm of dequantized values; the output's lowest value if it does not exist.
class LogOf {
 public:
  LogOf(const KernelArgs& args, int lowest_integer)
      : lowest_(AffineChannels::OnlyOf(*args.outputs[0].tensor).ValueOf(lowest_integer)) {}

  float operator()(float value) const { return value <= 0.0F ? lowest_ : std::log(value); }

 private:
  float lowest_;
};

}  // namespace

static Status Log(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return std::log(value); });
}

static Status Int8Log(const KernelArgs& args) {
  return ApplyTable8<int8_t>(args, LogOf(args, std::numeric_limits<int8_t>::min()));
}

static Status Int16Log(const KernelArgs& args) {
  return ApplyTable16(args, LogOf(args, std::numeric_limits<int16_t>::min()));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(log, {{"plain", &Log}, {"int8", &Int8Log}, {"int16", &Int16Log}})
