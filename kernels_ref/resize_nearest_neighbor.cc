#include "runtime/opset/ops/resize_nearest_neighbor.h"

#include <cstring>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {

static Status ResizeNearestNeighbor(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteResizeNearestNeighborParams>();
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const size_t element_bytes = args.inputs[0].element_bytes();
  const size_t pixel_bytes = static_cast<size_t>(image[3]) * element_bytes;
  std::byte* pixel = args.outputs[0].bytes.data();
  ForEachPixel(output, [&](int batch, int row, int column) {
    const int64_t source = PixelOffset(image, batch, NearestIndex(row, output[1], image[1], params),
                                       NearestIndex(column, output[2], image[2], params));
    std::memcpy(pixel, args.inputs[0].bytes.data() + static_cast<size_t>(source) * element_bytes,
                pixel_bytes);
    pixel += pixel_bytes;
  });
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(resize_nearest_neighbor, &ResizeNearestNeighbor)
