// Scatters every input pixel under the window: the gradient of a convolution with respect to its input.
// Inputs: 0 output shape, 1 filter {depth, height, width, outputs, inputs}, 2 image, 3 bias.
#include <algorithm>

#include "kernels_ref/conv/conv_3d.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Adds the contribution of one input pixel through one tap to every output channel.
void AddTap(const float* pixel, int inputs, const float* tap, int outputs, float* sums) {
  for (int output = 0; output < outputs; ++output, tap += inputs) {
    for (int input = 0; input < inputs; ++input) sums[output] += pixel[input] * tap[input];
  }
}

Status Conv3dTranspose(const KernelArgs& args) {
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& input = args.inputs[2].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window3d window = Conv3dWindow(args, output);
  const float* taps = args.inputs[1].data<float>();
  const float* pixels = args.inputs[2].data<float>();
  float* sums = args.outputs[0].data<float>();
  std::fill(sums, sums + output.NumElements(), 0.0F);
  ForEachPixel3d(input, [&](int batch, const std::array<int, 3>& position, int64_t from) {
    ForEachTap(window, output, position, [&](int64_t tap, int64_t to) {
      AddTap(pixels + from * filter[4], filter[4], taps + tap * filter[3] * filter[4], filter[3],
             sums + (batch * PixelsOf(output) + to) * filter[3]);
    });
  });
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteConv3DParams>().activation),
                  args.has_input(3) ? args.inputs[3].data<float>() : nullptr, output[4], output.Rows(), sums);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(conv_3d_transpose, &Conv3dTranspose)
