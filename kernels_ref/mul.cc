#include <Eigen/Core>
#include <algorithm>
#include <complex>

#include "kernels_ref/common/output_range.h"
#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/elementwise/quantized_binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status MulComplex(const KernelArgs& args) {
  const auto* left = args.inputs[0].data<std::complex<float>>();
  const auto* right = args.inputs[1].data<std::complex<float>>();
  auto* output = args.outputs[0].data<std::complex<float>>();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    output[index] = left[left_index] * right[right_index];
  });
  return {};
}

static Status Mul(const KernelArgs& args) {
  if (args.outputs[0].type() == ir::DataType::kComplex64) return MulComplex(args);
  return ApplyArithmetic<float, Eigen::half, int16_t, int32_t, uint32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingMultiply(left, right); });
}

// Multiplies fractions of 15 bits to fractions of 7, whatever the inputs' scales are, as TFLite's LSTM cell
// does.
static Status NarrowMul(const KernelArgs& args) {
  constexpr int kDroppedBits = 8;
  const int activation = args.params.As<abi::TfLiteArithmeticParams>().activation;
  const ir::Tensor& to = *args.outputs[0].tensor;
  LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(activation, to));
  const int zero_point = AffineChannels::OnlyOf(to).zero_point;
  const auto* left = args.inputs[0].data<int16_t>();
  const auto* right = args.inputs[1].data<int16_t>();
  std::byte* output = args.outputs[0].bytes.data();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    const int16_t product = HighProduct(left[left_index], right[right_index]);
    const int32_t integer = RoundingShift(product, kDroppedBits) + zero_point;
    output[index] = static_cast<std::byte>(std::max(std::min(integer, range.max), range.min));
  });
  return {};
}

static Status QuantizedMul(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLiteArithmeticParams>().activation;
  LITEVK_ASSIGN_OR_RETURN(const BinaryParameters parameters, BinaryParameters::Of(args, activation));
  const FixedPoint multiplier = ProductMultipliers(parameters.scales()).output;
  return ApplyAboveZeros(args, parameters,
                         [&](int32_t left, int32_t right) { return Rescale(left * right, multiplier); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(mul,
                  {{"plain", &Mul},
                   {"int16 without output scale", &Mul},
                   {"int16 to 8 bits", &NarrowMul},
                   {"8 bits", &QuantizedMul},
                   {"int16", &QuantizedMul}},
                  /*checks_values=*/false, &CheckOutputRange<abi::TfLiteArithmeticParams>)
