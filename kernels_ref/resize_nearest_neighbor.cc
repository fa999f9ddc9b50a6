#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// The input row (or column) that one output row repeats.
int Locate(int output_index, int output_size, int input_size,
           const abi::TfLiteResizeNearestNeighborParams& params) {
  float scale = static_cast<float>(input_size) / static_cast<float>(output_size);
  if (params.align_corners && output_size > 1) {
    scale = static_cast<float>(input_size - 1) / static_cast<float>(output_size - 1);
  }
  const float offset = params.half_pixel_centers ? 0.5F : 0.0F;
  const float position = (static_cast<float>(output_index) + offset) * scale;
  const float nearest = params.align_corners ? std::round(position) : std::floor(position);
  return std::min(static_cast<int>(nearest), input_size - 1);
}

}  // namespace

static Status ResizeNearestNeighbor(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteResizeNearestNeighborParams>();
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const size_t element_bytes = args.inputs[0].element_bytes();
  const size_t pixel_bytes = static_cast<size_t>(image[3]) * element_bytes;
  std::byte* pixel = args.outputs[0].bytes.data();
  ForEachPixel(output, [&](int batch, int row, int column) {
    const int64_t source = PixelOffset(image, batch, Locate(row, output[1], image[1], params),
                                       Locate(column, output[2], image[2], params));
    std::memcpy(pixel, args.inputs[0].bytes.data() + static_cast<size_t>(source) * element_bytes,
                pixel_bytes);
    pixel += pixel_bytes;
  });
  return {};
}

const KernelRow kKernelRow_resize_nearest_neighbor = {kOpInfo_resize_nearest_neighbor,
                                                      &ResizeNearestNeighbor};

}  // namespace litevk::ref
