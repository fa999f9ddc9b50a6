#include <algorithm>
#include <cmath>

#include "delegate/abi/builtin_params.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/window.h"

namespace litevk::ref {
namespace {

// The two input rows (or columns) around one output row, and the weight of the second.
struct Neighbours {
  int lower;
  int upper;
  float weight;
};

Neighbours Locate(int output_index, int output_size, int input_size,
                  const abi::TfLiteResizeBilinearParams& params) {
  float scale = static_cast<float>(input_size) / static_cast<float>(output_size);
  if (params.align_corners && output_size > 1) {
    scale = static_cast<float>(input_size - 1) / static_cast<float>(output_size - 1);
  }
  const auto index = static_cast<float>(output_index);
  const float position = params.half_pixel_centers ? (index + 0.5F) * scale - 0.5F : index * scale;
  const int lower = std::clamp(static_cast<int>(std::floor(position)), 0, input_size - 1);
  const int upper = std::min(static_cast<int>(std::ceil(position)), input_size - 1);
  return {.lower = lower, .upper = upper, .weight = position - static_cast<float>(lower)};
}

}  // namespace

static Status ResizeBilinear(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0}));
  const auto& params = args.params.As<abi::TfLiteResizeBilinearParams>();
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  float* values = args.outputs[0].data<float>();
  ForEachPixel(output, [&](int batch, int row, int column) {
    const Neighbours y = Locate(row, output[1], image[1], params);
    const Neighbours x = Locate(column, output[2], image[2], params);
    const auto pixel = [&](int at_row, int at_column) {
      return args.inputs[0].data<float>() + PixelOffset(image, batch, at_row, at_column);
    };
    for (int channel = 0; channel < image[3]; ++channel) {
      values[channel] = pixel(y.lower, x.lower)[channel] * (1.0F - y.weight) * (1.0F - x.weight) +
                        pixel(y.upper, x.lower)[channel] * y.weight * (1.0F - x.weight) +
                        pixel(y.lower, x.upper)[channel] * (1.0F - y.weight) * x.weight +
                        pixel(y.upper, x.upper)[channel] * y.weight * x.weight;
    }
    values += image[3];
  });
  return {};
}

const KernelRow kKernelRow_resize_bilinear = {abi::kTfLiteBuiltinResizeBilinear, &ResizeBilinear};

}  // namespace litevk::ref
