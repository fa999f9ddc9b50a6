#include <algorithm>

#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/rearrange.h"

namespace litevk::ref {
namespace {

// Zero of the output's type. Of the wider integers, TFLite quantizes none with a zero point but 0.
std::byte FillByte(const ir::Tensor& output) {
  const bool has_zero_point = ir::ByteSize(output.type) == 1 && !output.quantization.zero_points.empty();
  return has_zero_point ? static_cast<std::byte>(output.quantization.zero_points[0]) : std::byte{0};
}

}  // namespace

static Status Pad(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const size_t element_bytes, CheckElementSize(args));
  const ir::Shape& input = args.inputs[0].dims();
  const std::vector<int64_t> strides = DenseStrides(args.outputs[0].dims());
  const int* paddings = args.inputs[1].data<int>();  // {rank, 2}: before, after
  int64_t first = 0;
  for (size_t axis = 0; axis < strides.size(); ++axis) first += paddings[2 * axis] * strides[axis];
  const std::span<std::byte> output = args.outputs[0].bytes;
  std::fill(output.begin(), output.end(), FillByte(*args.outputs[0].tensor));
  if (input.NumElements() == 0) return {};
  CopyStrided(input, element_bytes, args.inputs[0].bytes.data(), DenseStrides(input),
              output.data() + static_cast<size_t>(first) * element_bytes, strides);
  return {};
}

const KernelRow kKernelRow_pad = {abi::kTfLiteBuiltinPad, &Pad};

}  // namespace litevk::ref
