// ADD, SUB and SQUARED_DIFFERENCE of quantized values. Both operands are rescaled to one scale, with fraction
// bits, before they are combined.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "kernels_ref/common/output_range.h"
#include "kernels_ref/elementwise/quantized_binary.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

// Computes int8, uint8 and int16 of any scales. combine takes two 32-bit integers and returns one, which
// wraps around.
template <typename Combine>
Status CombineAligned(const KernelArgs& args, const BinaryParameters& parameters,
                      const BinaryMultipliers& multipliers, Combine combine) {
  const int32_t unit = 1 << multipliers.bits;
  return ApplyAboveZeros(args, parameters, [&](int32_t left, int32_t right) {
    return Rescale(combine(Rescale(left * unit, multipliers.left), Rescale(right * unit, multipliers.right)),
                   multipliers.output);
  });
}

// Computes int16 whose scales are powers of two, by shifts.
template <typename Combine>
Status CombineShifted(const KernelArgs& args, const BinaryParameters& parameters, const OperandShifts& shifts,
                      Combine combine) {
  return ApplyBinary<int16_t>(args, [&](int16_t left, int16_t right) {
    const int32_t sum =
        combine(int32_t{RoundingShift(left, shifts.left)}, int32_t{RoundingShift(right, shifts.right)});
    return static_cast<int16_t>(parameters.IntegerAt(Saturate<int16_t>(sum)));
  });
}

// Checks the fused activation, and the scales of int16 if the model asks for shifts.
inline Status CheckSum(const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckOutputRange<abi::TfLiteAddParams>(node));
  const auto scales_of = [](const ir::Tensor& tensor) { return std::span(tensor.quantization.scales); };
  const bool is_shifted = node.outputs[0]->type == ir::DataType::kInt16 &&
                          !scales_of(*node.outputs[0]).empty() &&
                          node.params.As<abi::TfLiteAddParams>().pot_scale_int16;
  if (!is_shifted) return {};
  return ShiftsOf(
             {scales_of(*node.inputs[0])[0], scales_of(*node.inputs[1])[0], scales_of(*node.outputs[0])[0]})
      .status();
}

// Implements ADD and SUB. int16 uses shifts if the model asks for it and the scales allow it.
template <typename Combine>
Status CombineQuantized(const KernelArgs& args, Combine combine) {
  const auto& params = args.params.As<abi::TfLiteAddParams>();
  LITEVK_ASSIGN_OR_RETURN(const BinaryParameters parameters, BinaryParameters::Of(args, params.activation));
  const BinaryScales scales = parameters.scales();
  const ir::DataType type = args.outputs[0].type();
  if (type == ir::DataType::kInt16 && params.pot_scale_int16) {
    LITEVK_ASSIGN_OR_RETURN(const std::optional<OperandShifts> shifts, ShiftsOf(scales));
    if (shifts) return CombineShifted(args, parameters, *shifts, combine);
  }
  return CombineAligned(args, parameters, SumMultipliers(scales, type), combine);
}

}  // namespace litevk::ref
