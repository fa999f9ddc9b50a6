#include <algorithm>
#include <utility>
#include <vector>

#include "kernels_cpu/conv/dynamic_int8_conv_2d.h"
#include "kernels_cpu/conv/integer_patches.h"
#include "kernels_cpu/conv/output_pixel.h"
#include "kernels_cpu/conv/quantized_conv_2d.h"
#include "kernels_cpu/matmul/float_layer.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/support/activation.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::cpu {
namespace {

// Inputs of one pixel under a window. A segment is a row of taps if these lie side by side in the image. Else
// it is one tap.
class WindowRows : public FloatRows {
 public:
  WindowRows(const ref::KernelArgs& args, int64_t groups)
      : WindowRows(args, groups, ref::ConvWindow<abi::TfLiteConvParams>(args)) {}

  void Locate(int64_t first, int count, int64_t group, int64_t stride, const float** inputs,
              float* copies) const override {
    OutputPixel pixel = OutputPixel::OfRow(first, output_);
    for (int row = 0; row < count; ++row, pixel.Next(output_), copies += segments() * length()) {
      LocatePixel(pixel, group, stride, inputs + row, copies);
    }
  }

 private:
  WindowRows(const ref::KernelArgs& args, int64_t groups, const ref::Window2d& window)
      : WindowRows(args, groups, window, window.dilation_hw[1] == 1 && groups == 1) {}
  WindowRows(const ref::KernelArgs& args, int64_t groups, const ref::Window2d& window, bool are_rows)
      : FloatRows(args.outputs[0].dims().NumElements() / args.outputs[0].dims()[3],
                  int64_t{window.filter_hw[0]} * (are_rows ? 1 : window.filter_hw[1]),
                  args.inputs[0].dims()[3] / groups * (are_rows ? window.filter_hw[1] : 1)),
        window_(window),
        are_rows_(are_rows),
        channels_(args.inputs[0].dims()[3] / groups),
        image_(args.inputs[0].dims()),
        output_(args.outputs[0].dims()),
        pixels_(args.inputs[0].data<float>()),
        zeros_(static_cast<size_t>(length())) {}

  void LocatePixel(const OutputPixel& pixel, int64_t group, int64_t stride, const float** inputs,
                   float* copies) const {
    const ref::TapRange inside = TapsInLine(window_.Axis(1), image_[2], pixel.column);
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      const int64_t y = window_.Axis(0).Input(pixel.line, tap_row);
      const float* const image_row =
          y < 0 || y >= image_[1]
              ? nullptr
              : pixels_ + ref::PixelOffset(image_, pixel.batch, static_cast<int>(y), 0) + group * channels_;
      if (are_rows_) {
        *inputs = RowOfTaps(image_row, pixel.column, inside, copies);
        inputs += stride;
        copies += length();
      } else {
        for (int tap = 0; tap < window_.filter_hw[1]; ++tap, inputs += stride)
          *inputs = Tap(image_row, pixel.column, tap);
      }
    }
  }

  const float* RowOfTaps(const float* image_row, int column, const ref::TapRange& inside, float* copy) const {
    if (image_row == nullptr) return zeros_.data();
    const int64_t x = window_.Axis(1).Input(column, 0);
    if (inside.end - inside.first == window_.filter_hw[1]) return image_row + x * channels_;
    std::fill_n(copy, length(), 0.0F);
    std::copy_n(image_row + (x + inside.first) * channels_, (inside.end - inside.first) * channels_,
                copy + inside.first * channels_);
    return copy;
  }

  const float* Tap(const float* image_row, int column, int tap) const {
    const int64_t x = window_.Axis(1).Input(column, tap);
    return image_row == nullptr || x < 0 || x >= image_[2] ? zeros_.data() : image_row + x * image_[3];
  }

  ref::Window2d window_;
  bool are_rows_;
  int64_t channels_;  // each group has as many
  const ir::Shape& image_;
  const ir::Shape& output_;
  const float* pixels_;
  std::vector<float> zeros_;
};

class FloatConv2d : public LayerKernel {
 public:
  explicit FloatConv2d(FloatLayer layer) : layer_(std::move(layer)) {}

  bool Fits(const ref::KernelArgs& args) const override {
    return args.inputs[0].dims()[3] == layer_.dims().groups * args.inputs[1].dims()[3];
  }

  Status Compute(const ref::KernelArgs& args, const Epilogue* epilogue) const override {
    const auto range = ref::RangeOf(args.params.As<abi::TfLiteConvParams>().activation);
    const FloatRange bounds = {range.min, range.max};
    float* const output = args.outputs[0].data<float>();
    if (IsPointwise(args)) {
      const int64_t pixels = args.outputs[0].dims().Rows();
      layer_.Compute(DenseRows(args.inputs[0].data<float>(), pixels, layer_.dims().inputs), bounds, output,
                     epilogue);
    } else {
      layer_.Compute(WindowRows(args, layer_.dims().groups), bounds, output, epilogue);
    }
    return {};
  }

 private:
  FloatLayer layer_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const auto constants = FloatConstantsOf(node);
  const std::optional<LayerDims> dims = DimsOfConv(node);
  if (!constants.has_value() || !dims.has_value()) return nullptr;
  auto layer = FloatLayer::Pack(*dims, constants->weights, constants->bias, isa);
  if (!layer.has_value()) return nullptr;
  return std::make_unique<FloatConv2d>(*std::move(layer));
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(conv_2d, {{"float32", &PrepareFloat},
                                 {"int8", &PrepareQuantizedConv2d<int8_t, int8_t>},
                                 {"int8xint4", &PrepareQuantizedConv2d<int8_t, int8_t>},
                                 {"uint8", &PrepareQuantizedConv2d<uint8_t, uint8_t>},
                                 {"int16xint8", &PrepareQuantizedConv2d<int16_t, int8_t>},
                                 {"float32xint8", &PrepareDynamicInt8Conv2d},
                                 {"float32xint4", &PrepareDynamicInt8Conv2d},
                                 {kDynamicInt8InUint8, &PrepareDynamicInt8Conv2d}})
