#include <algorithm>
#include <cmath>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

// Rounds halves away from zero and saturates. NaN becomes the number that stands for 0.
double NumberOf(float value, const AffineChannels::Channel& channel, const ir::IntegerRange& range) {
  const double steps = std::round(value / channel.scale);
  const double number = (std::isnan(steps) ? 0.0 : steps) + channel.zero_point;
  return std::clamp(number, static_cast<double>(range.lowest), static_cast<double>(range.highest));
}

}  // namespace

static Status Quantize(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(*args.outputs[0].tensor));
  const int64_t count = args.outputs[0].dims().NumElements();
  const float* input = args.inputs[0].data<float>();
  const ir::DataType type = args.outputs[0].type();
  const ir::IntegerRange range = ir::RangeOf(type);
  return ForType<int8_t, uint8_t, int16_t>(ir::UnpackedType(type), [&]<typename T>(T) {
    T* output = args.outputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) {
      output[index] = static_cast<T>(NumberOf(input[index], channels[index], range));
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(quantize, &Quantize)
