#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/elementwise/quantized_binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Prelu(const KernelArgs& args) {
  return ApplyBinary<float>(args,
                            [](float value, float alpha) { return value >= 0.0F ? value : value * alpha; });
}

// Computes values of T with slopes of type A.
template <typename T, typename A>
static Status PreluOf(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const BinaryParameters parameters, BinaryParameters::Of(args));
  const BinaryMultipliers multipliers = SlopeMultipliers(parameters.scales());
  const T* input = args.inputs[0].data<T>();
  const A* alphas = args.inputs[1].data<A>();
  T* output = args.outputs[0].data<T>();
  ForEachPair(args, [&](int64_t index, int64_t input_index, int64_t alpha_index) {
    const int32_t value = input[input_index] - parameters.left.zero_point;
    const int32_t alpha = alphas[alpha_index] - parameters.right.zero_point;
    const int32_t steps =
        value >= 0 ? Rescale(value, multipliers.left) : Rescale(value * alpha, multipliers.output);
    output[index] = static_cast<T>(parameters.IntegerAt(steps));
  });
  return {};
}

static Status Prelu8(const KernelArgs& args) {
  return ForType<int8_t, uint8_t>(args.outputs[0].type(), [&]<typename T>(T) { return PreluOf<T, T>(args); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(prelu, {{"plain", &Prelu}, {"8 bits", &Prelu8}, {"int16xint8", &PreluOf<int16_t, int8_t>}})
