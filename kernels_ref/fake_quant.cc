#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Values of a quantized type: `least` + n * `scale`, up to `most`.
struct QuantizedRange {
  float least;
  float most;
  float scale;
};

// Returns the range of the options, shifted so that zero is representable.
QuantizedRange RangeOf(const abi::TfLiteFakeQuantParams& params) {
  const auto last = static_cast<float>((1 << params.num_bits) - 1);
  const float scale = (params.max - params.min) / last;
  const float zero_point = std::round(std::clamp(0.0F - params.min / scale, 0.0F, last));
  return {(0.0F - zero_point) * scale, (last - zero_point) * scale, scale};
}

}  // namespace

// Rounds to the values of a quantized range. A NaN becomes the lowest value, as in TFLite.
static Status FakeQuant(const KernelArgs& args) {
  const QuantizedRange range = RangeOf(args.params.As<abi::TfLiteFakeQuantParams>());
  const float inverse = 1.0F / range.scale;
  const int64_t count = args.outputs[0].dims().NumElements();
  const auto* input = args.inputs[0].data<float>();
  auto* output = args.outputs[0].data<float>();
  for (int64_t index = 0; index < count; ++index) {
    const float clamped = std::min(range.most, std::max(range.least, input[index]));
    output[index] = std::round((clamped - range.least) * inverse) * range.scale + range.least;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(fake_quant, &FakeQuant)
