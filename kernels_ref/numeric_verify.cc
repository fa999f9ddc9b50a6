// Compares a quantized tensor with the same tensor in float32. TensorFlow's converter inserts this operator
// into models whose quantization is debugged. TFLite also prints statistics; this library prints nothing.
#include "runtime/opset/ops/numeric_verify.h"

#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

// Fails if the difference exceeds the tolerance, unless the options disable this check.
Status Check(const NumericVerifyParams& params, float difference, float reference, float scale) {
  const float most = params.tolerance * scale;
  if (!EndsTheRun(params) || !(std::abs(difference) > most)) return {};
  return Internal("reference " + std::to_string(reference) + " differs by " +
                  std::to_string(std::abs(difference)) + ", expected at most " + std::to_string(most));
}

// Compares all elements. `value` returns an element of the quantized tensor, `scale` is its quantization
// step.
template <typename Value>
Status Compare(const KernelArgs& args, float scale, Value value) {
  const auto& params = args.params.As<NumericVerifyParams>();
  const int64_t count = args.outputs[0].dims().NumElements();
  const auto* reference = args.inputs[1].data<float>();
  auto* output = args.outputs[0].data<float>();
  for (int64_t index = 0; index < count; ++index) {
    output[index] = value(index) - reference[index];
    LITEVK_RETURN_IF_ERROR(Check(params, output[index], reference[index], scale));
  }
  return {};
}

}  // namespace

static Status VerifyFloat16(const KernelArgs& args) {
  const auto* halves = args.inputs[0].data<Eigen::half>();
  return Compare(args, 0, [halves](int64_t index) { return static_cast<float>(halves[index]); });
}

// Measures the tolerance in steps of the first channel, as TFLite does.
static Status VerifyIntegers(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(*args.inputs[0].tensor));
  return ForType<int8_t, uint8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    const T* integers = args.inputs[0].data<T>();
    return Compare(args, channels[0].scale,
                   [&](int64_t index) { return channels[index].ValueOf(integers[index]); });
  });
}

static Status CheckScales(const PreparedNode& node) {
  if (node.inputs[0]->type == ir::DataType::kFloat16) return {};
  return AffineChannels::Of(*node.inputs[0]).status();
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(numeric_verify, {{"float16", &VerifyFloat16}, {"integers", &VerifyIntegers}},
                  /*checks_values=*/false, &CheckScales)
