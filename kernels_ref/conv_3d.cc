// Convolution with a filter {depth, height, width, inputs, outputs}: each input value multiplies a row of
// outputs.
#include <algorithm>

#include "kernels_ref/conv/conv_3d.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Adds the products of one input pixel through one tap to the sums of every output channel.
void AddTap(const float* pixel, int inputs, const float* tap, int outputs, float* sums) {
  for (int input = 0; input < inputs; ++input, tap += outputs) {
    for (int output = 0; output < outputs; ++output) sums[output] += pixel[input] * tap[output];
  }
}

Status Conv3d(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window3d window = Conv3dWindow(args, input);
  const float* pixels = args.inputs[0].data<float>();
  const float* taps = args.inputs[1].data<float>();
  float* sums = args.outputs[0].data<float>();
  std::fill(sums, sums + output.NumElements(), 0.0F);
  ForEachPixel3d(output, [&](int batch, const std::array<int, 3>& position, int64_t to) {
    ForEachTap(window, input, position, [&](int64_t tap, int64_t from) {
      AddTap(pixels + (batch * PixelsOf(input) + from) * input[4], filter[3],
             taps + tap * filter[3] * filter[4], filter[4], sums + to * filter[4]);
    });
  });
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteConv3DParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, output[4], output.Rows(), sums);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(conv_3d, &Conv3d)
