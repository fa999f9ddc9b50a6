#include <algorithm>

#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/strides.h"

namespace litevk::ref {
namespace {

// Strides of the output along the input's axes: 0 where the axis is reduced.
std::vector<int64_t> ReducedStrides(const ConstView& input, const ConstView& axes) {
  ir::Shape kept = input.dims();
  for (int64_t index = 0; index < axes.dims().NumElements(); ++index) {
    const int axis = axes.data<int>()[index];
    if (kept.rank() > 0) kept[axis < 0 ? axis + kept.rank() : axis] = 1;
  }
  return BroadcastStrides(kept, input.dims());
}

}  // namespace

static Status Mean(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0}));
  const std::vector<int64_t> strides[] = {ReducedStrides(args.inputs[0], args.inputs[1])};
  const int64_t count = args.inputs[0].dims().NumElements();
  const int64_t outputs = args.outputs[0].dims().NumElements();
  const float* input = args.inputs[0].data<float>();
  float* output = args.outputs[0].data<float>();
  std::fill(output, output + outputs, 0.0F);
  Walker walker(args.inputs[0].dims(), strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) output[walker.offset(0)] += input[index];
  const int64_t reduced = outputs == 0 ? 0 : count / outputs;
  for (int64_t index = 0; index < outputs; ++index) output[index] /= static_cast<float>(reduced);
  return {};
}

const KernelRow kKernelRow_mean = {abi::kTfLiteBuiltinMean, &Mean};

}  // namespace litevk::ref
