// The comparisons: two inputs of one type, broadcast to a bool output.
#pragma once

#include <Eigen/Core>

#include "kernels_ref/families/logical.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/elements.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::ref {

// fn takes two operands of any of the types and returns bool.
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

// The values of a quantized tensor as TFLite compares them: in steps of 1/256, so that closer ones are equal.
class ComparedValues {
 public:
  explicit ComparedValues(const ir::Tensor& tensor)
      : zero_point_(AffineChannels::OnlyOf(tensor).zero_point),
        scale_(ToFixedPoint(AffineChannels::OnlyOf(tensor).scale)) {}

  int32_t Of(int32_t number) const { return Rescale((number - zero_point_) * 256, scale_); }

 private:
  int32_t zero_point_;
  FixedPoint scale_;
};

template <typename Fn>
Status CompareQuantized(const KernelArgs& args, Fn fn) {
  const ComparedValues left_values(*args.inputs[0].tensor);
  const ComparedValues right_values(*args.inputs[1].tensor);
  bool* output = args.outputs[0].data<bool>();
  return ForType<int8_t, uint8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    const T* left = args.inputs[0].data<T>();
    const T* right = args.inputs[1].data<T>();
    ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
      output[index] = fn(left_values.Of(left[left_index]), right_values.Of(right[right_index]));
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

// EQUAL and NOT_EQUAL.
template <typename Fn>
Status ApplyEquality(const KernelArgs& args, Fn fn) {
  if (args.inputs[0].type() == ir::DataType::kString) return CompareStrings(args, fn);
  if (args.inputs[0].type() == ir::DataType::kBool) return ApplyLogical(args, fn);
  return ApplyComparison(args, fn);
}

}  // namespace litevk::ref
