#include <cmath>
#include <cstdint>
#include <type_traits>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/ops/resize_bilinear.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

using Params = abi::TfLiteResizeBilinearParams;

// The four pixels around an output's position: the lower and the upper row of the lower column, then of the
// upper column.
template <typename T>
struct Corners {
  const T* low_low;
  const T* up_low;
  const T* low_up;
  const T* up_up;
};

// Calls locate(index, output size, input size) and blend(corners, weight of y, weight of x, values of one
// pixel).
template <typename T, typename Locator, typename Blender>
void Resize(const KernelArgs& args, Locator locate, Blender blend) {
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  T* values = args.outputs[0].data<T>();
  ForEachPixel(output, [&](int batch, int row, int column) {
    const auto y = locate(row, output[1], image[1]);
    const auto x = locate(column, output[2], image[2]);
    const auto pixel = [&](int at_row, int at_column) {
      return args.inputs[0].data<T>() + PixelOffset(image, batch, at_row, at_column);
    };
    const Corners<T> corners = {pixel(y.lower, x.lower), pixel(y.upper, x.lower), pixel(y.lower, x.upper),
                                pixel(y.upper, x.upper)};
    blend(corners, y.weight, x.weight, values);
    values += image[3];
  });
}

// Resizes float32, and uint8 rounded to nearest.
template <typename T>
void ResizeInFloat(const KernelArgs& args) {
  const auto& params = args.params.As<Params>();
  const int channels = args.inputs[0].dims()[3];
  Resize<T>(
      args,
      [&](int index, int output_size, int input_size) {
        return LocateBilinear(index, output_size, input_size, params);
      },
      [&](const Corners<T> corners, float y, float x, T* values) {
        for (int i = 0; i < channels; ++i) {
          const float value = static_cast<float>(corners.low_low[i]) * (1 - y) * (1 - x) +
                              static_cast<float>(corners.up_low[i]) * y * (1 - x) +
                              static_cast<float>(corners.low_up[i]) * (1 - y) * x +
                              static_cast<float>(corners.up_up[i]) * y * x;
          values[i] = static_cast<T>(std::is_same_v<T, float> ? value : std::floor(value + 0.5F));
        }
      });
}

// Resizes int8 and int16, with ties rounded away from zero. A weight may exceed 1, so that an intermediate
// sum may wrap around; the result fits.
template <typename T>
void ResizeFixed(const KernelArgs& args) {
  using Sum = std::conditional_t<sizeof(T) == 1, uint32_t, uint64_t>;
  const auto& params = args.params.As<Params>();
  const int channels = args.inputs[0].dims()[3];
  Resize<T>(
      args,
      [&](int index, int output_size, int input_size) {
        return LocateBilinearFixed(index, output_size, input_size, params);
      },
      [&](const Corners<T> corners, int64_t y, int64_t x, T* values) {
        constexpr std::make_signed_t<Sum> kOne = kBilinearParts * kBilinearParts;
        const auto low_low = static_cast<Sum>((kBilinearParts - y) * (kBilinearParts - x));
        const auto up_low = static_cast<Sum>(y * (kBilinearParts - x));
        const auto low_up = static_cast<Sum>((kBilinearParts - y) * x);
        const auto up_up = static_cast<Sum>(y * x);
        for (int i = 0; i < channels; ++i) {
          const Sum sum =
              static_cast<Sum>(corners.low_low[i]) * low_low + static_cast<Sum>(corners.up_low[i]) * up_low +
              static_cast<Sum>(corners.low_up[i]) * low_up + static_cast<Sum>(corners.up_up[i]) * up_up;
          const auto value = static_cast<std::make_signed_t<Sum>>(sum);
          values[i] = static_cast<T>((value + (value > 0 ? kOne / 2 : -kOne / 2)) / kOne);
        }
      });
}

}  // namespace

static Status ResizeBilinear(const KernelArgs& args) {
  return ForType<float, uint8_t, int8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, uint8_t>) {
      ResizeInFloat<T>(args);
    } else {
      ResizeFixed<T>(args);
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(resize_bilinear, &ResizeBilinear)
