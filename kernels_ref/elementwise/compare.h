// The comparisons: two inputs of one type, broadcast to a bool output.
#pragma once

#include <Eigen/Core>

#include "kernels_ref/elementwise/logical.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/elements.h"
#include "runtime/opset/quantized/binary_multipliers.h"

namespace litevk::ref {

// Applies fn, which takes two operands of any of the types and returns bool.
template <typename Fn>
Status ApplyComparison(const KernelArgs& args, Fn fn) {
  bool* output = args.outputs[0].data<bool>();
  return ForType<float, Eigen::half, int8_t, uint8_t, int16_t, int32_t, int64_t>(
      args.inputs[0].type(), [&]<typename T>(T) {
        const T* left = args.inputs[0].data<T>();
        const T* right = args.inputs[1].data<T>();
        ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
          output[index] = fn(left[left_index], right[right_index]);
        });
        return Status();
      });
}

// Applies fn, which takes two int8, uint8 or int16 operands brought to one scale, and returns bool.
template <typename Fn>
Status CompareQuantized(const KernelArgs& args, Fn fn) {
  const auto left_channel = AffineChannels::OnlyOf(*args.inputs[0].tensor);
  const auto right_channel = AffineChannels::OnlyOf(*args.inputs[1].tensor);
  const BinaryMultipliers multipliers = ComparisonMultipliers({left_channel.scale, right_channel.scale, 0});
  const int32_t unit = 1 << multipliers.bits;
  bool* output = args.outputs[0].data<bool>();
  return ForType<int8_t, uint8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    const T* left = args.inputs[0].data<T>();
    const T* right = args.inputs[1].data<T>();
    ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
      output[index] = fn(Rescale((left[left_index] - left_channel.zero_point) * unit, multipliers.left),
                         Rescale((right[right_index] - right_channel.zero_point) * unit, multipliers.right));
    });
    return Status();
  });
}

template <typename Fn>
Status CompareStrings(const KernelArgs& args, Fn fn) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> left, StringsOf(args.inputs[0]));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> right, StringsOf(args.inputs[1]));
  bool* output = args.outputs[0].data<bool>();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    output[index] = fn(left[static_cast<size_t>(left_index)], right[static_cast<size_t>(right_index)]);
  });
  return {};
}

// Implements EQUAL and NOT_EQUAL.
template <typename Fn>
Status ApplyEquality(const KernelArgs& args, Fn fn) {
  if (args.inputs[0].type() == ir::DataType::kString) return CompareStrings(args, fn);
  if (args.inputs[0].type() == ir::DataType::kBool) return ApplyLogical(args, fn);
  return ApplyComparison(args, fn);
}

}  // namespace litevk::ref
