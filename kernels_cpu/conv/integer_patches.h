// Patches of an image of quantized values under the windows of a convolution, as an integer layer's rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels_cpu/conv/output_pixel.h"
#include "kernels_cpu/matmul/integer_layer.h"
#include "kernels_cpu/support/aligned_array.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

// Returns how many taps of a CONV_2D's window are one segment of a row's inputs. Taps of a row are one if
// they lie side by side in the image. Else each is one if its channels fill words, or all are one, which is
// copied.
inline int64_t TapsOfSegment(const ir::Shape& filter, int64_t groups, int column_dilation) {
  if (groups == 1 && column_dilation == 1) return filter[2];
  return filter[3] % 4 == 0 ? 1 : int64_t{filter[1]} * filter[2];
}

// Returns the dims of a CONV_2D's layer, or nothing if they are not known or empty.
inline std::optional<LayerDims> DimsOfConv(const ref::PreparedNode& node) {
  const ir::Shape& image = node.inputs[0]->dims;
  const ir::Shape& filter = node.inputs[1]->dims;
  if (image.has_unknown() || filter.NumElements() == 0 || image[3] < filter[3]) return std::nullopt;
  const int64_t groups = image[3] / filter[3];
  const int dilation = node.params.As<abi::TfLiteConvParams>().dilation_width_factor;
  return LayerDims{.groups = groups,
                   .outputs = filter[0] / groups,
                   .inputs = filter.NumElements() / filter[0],
                   .segments = int64_t{filter[1]} * filter[2] / TapsOfSegment(filter, groups, dilation)};
}

// Rows are output pixels. A row's inputs come in the filter's layout: tap row, tap column, channel. A tap
// beside the image counts as the zero point.
template <typename T>
class IntegerPatches : public IntegerRowSource {
 public:
  // `image` has the dims of input 0, whose values may be another array.
  IntegerPatches(const ref::KernelArgs& args, const T* image, const IntegerInputs& inputs)
      : IntegerRowSource(args.outputs[0].dims().Rows()),
        inputs_(inputs),
        window_(ref::ConvWindow<abi::TfLiteConvParams>(args)),
        image_(args.inputs[0].dims()),
        output_(args.outputs[0].dims()),
        channels_(args.inputs[1].dims()[3]),
        taps_(TapsOfSegment(args.inputs[1].dims(), image_[3] / channels_, window_.dilation_hw[1])),
        values_(image),
        zeros_(static_cast<size_t>(taps_ * channels_ * inputs.value_bytes() + kWordBytes)),
        converted_(ConvertedWords()) {
    inputs_.Fill(taps_ * channels_, 0, zeros_.data());
    if (ConvertedWords() > 0) {
      Convert();
    } else if (IsRead()) {
      stored_ = reinterpret_cast<const std::byte*>(image);
    }
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      for (int tap = 0; tap < window_.filter_hw[1]; tap += static_cast<int>(taps_)) {
        const int64_t line = int64_t{tap_row} * window_.dilation_hw[0] * image_[2];
        offsets_.push_back((line * image_[3] + tap * TapStride()) * inputs.value_bytes());
      }
    }
  }

  void Locate(int64_t first, int count, int64_t group, const LocatedRows& to) const override {
    OutputPixel pixel = OutputPixel::OfRow(first, output_);
    for (int row = 0; row < count; ++row, pixel.Next(output_)) LocateRow(row, pixel, group, to);
  }

 private:
  // A row of taps: the offset of the value that the first tap reads, and the taps inside the image.
  struct TapRow {
    int64_t at;
    ref::TapRange inside;
  };

  static constexpr int64_t kWordBytes = sizeof(int32_t);
  // Operations for each value that is converted.
  static constexpr int64_t kOperations = 2;

  int64_t Taps() const { return int64_t{window_.filter_hw[0]} * window_.filter_hw[1]; }
  int64_t TapStride() const { return int64_t{window_.dilation_hw[1]} * image_[3]; }
  // True if a row has one segment, whose taps do not lie side by side.
  bool IsWhole() const { return taps_ > 1 && TapStride() != channels_; }
  // True if the image has the form that the layer reads.
  bool IsRead() const {
    return !IsWhole() && inputs_.template Keeps<T>() && AreWholeWords<T>(taps_ * channels_);
  }
  // Returns the size of the image in the form that the layer reads. 0 if rows read the image itself, or
  // copies.
  size_t ConvertedWords() const {
    if (IsRead() || Taps() == 1 || IsWhole()) return 0;
    return static_cast<size_t>(image_.NumElements() * inputs_.value_bytes() / kWordBytes) + 2;
  }

  void Convert() {
    auto* const to = reinterpret_cast<std::byte*>(converted_.data());
    ParallelRanges(image_.NumElements(), kOperations, [&](int64_t first, int64_t end) {
      inputs_.Copy(values_ + first, end - first, first, to);
    });
    stored_ = to;
  }

  void LocateRow(int row, const OutputPixel& pixel, int64_t group, const LocatedRows& to) const {
    const ref::WindowAxis axis = window_.Axis(1);
    const int64_t x = axis.Input(pixel.column, 0);
    const ref::TapRange inside = TapsInLine(axis, image_[2], pixel.column);
    if (stored_ != nullptr && inside.end - inside.first == axis.filter && AreLinesInside(pixel.line)) {
      const int64_t y = window_.Axis(0).Input(pixel.line, 0);
      const int64_t at =
          ((pixel.batch * int64_t{image_[1]} + y) * image_[2] + x) * image_[3] + group * channels_;
      const std::byte* const first = stored_ + at * inputs_.value_bytes();
      for (size_t i = 0; i < offsets_.size(); ++i)
        to.inputs[static_cast<int64_t>(i) * to.stride + row] = first + offsets_[i];
      return;
    }
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      const int64_t y = window_.Axis(0).Input(pixel.line, tap_row);
      const bool is_in_image = y >= 0 && y < image_[1];
      // An offset may lie beside the image. Only taps inside are read.
      const TapRow taps = {
          .at = ((int64_t{pixel.batch} * image_[1] + y) * image_[2] + x) * image_[3] + group * channels_,
          .inside = is_in_image ? inside : ref::TapRange{0, 0}};
      if (IsWhole()) {
        WriteTaps(taps, int64_t{tap_row} * axis.filter, to.Copy(row, 0));
      } else {
        LocateTaps(row, tap_row, taps, to);
      }
    }
  }

  bool AreLinesInside(int line) const {
    const ref::WindowAxis axis = window_.Axis(0);
    return axis.Input(line, 0) >= 0 && axis.Input(line, axis.filter - 1) < image_[1];
  }

  // Locates the segments of a row of taps.
  void LocateTaps(int row, int tap_row, const TapRow& taps, const LocatedRows& to) const {
    const int filter = window_.filter_hw[1];
    int64_t segment = tap_row * (filter / taps_);
    for (int tap = 0; tap < filter; tap += static_cast<int>(taps_), ++segment) {
      const std::byte*& inputs = to.inputs[segment * to.stride + row];
      const int64_t first = std::max<int64_t>(taps.inside.first, tap);
      const int64_t count = std::min<int64_t>(taps.inside.end, tap + taps_) - first;
      if (count <= 0) {
        inputs = zeros_.data();
      } else if (count < taps_) {
        WriteTaps(taps, 0, to.Copy(row, segment));
      } else if (stored_ != nullptr) {
        inputs = stored_ + (taps.at + tap * TapStride()) * inputs_.value_bytes();
      } else {
        inputs_.Copy(values_ + taps.at + tap * TapStride(), taps_ * channels_, 0, to.Copy(row, segment));
      }
    }
  }

  // Copies a row of taps to where tap `first` of the copy is. Taps beside the image are the zero point.
  void WriteTaps(const TapRow& taps, int64_t first, std::byte* copy) const {
    const auto fill = [&](int64_t begin, int64_t end) {
      inputs_.Fill((end - begin) * channels_, (first + begin) * channels_, copy);
    };
    fill(0, taps.inside.first);
    fill(taps.inside.end, window_.filter_hw[1]);
    // Adjacent taps of one group read consecutive values.
    const int all = std::max(taps.inside.end - taps.inside.first, 1);
    const int count = TapStride() == channels_ ? all : 1;
    for (int tap = taps.inside.first; tap < taps.inside.end; tap += count) {
      inputs_.Copy(values_ + taps.at + tap * TapStride(), count * channels_, (first + tap) * channels_, copy);
    }
  }

  IntegerInputs inputs_;
  ref::Window2d window_;
  const ir::Shape& image_;
  const ir::Shape& output_;
  int64_t channels_;  // each group has as many
  int64_t taps_;      // in each segment
  const T* values_;
  std::vector<int64_t> offsets_;   // bytes from the first segment to each one
  AlignedArray<std::byte> zeros_;  // a segment beside the image
  ref::Scratch<int32_t> converted_;
  const std::byte* stored_ = nullptr;  // the image in the form that the layer reads; null: taps are copied
};

// Computes the sums of a CONV_2D, whose image has the dims of input 0.
template <typename T, typename Sum>
void ComputeConv(const IntegerLayer& layer, const ref::KernelArgs& args, const T* image,
                 const SumsSink<Sum>& sink) {
  if (IsPointwise(args)) {
    const int64_t pixels = args.outputs[0].dims().Rows();
    layer.Compute(DenseIntegerRows<T>(image, pixels, layer.dims().inputs, layer.inputs()), sink);
  } else {
    layer.Compute(IntegerPatches<T>(args, image, layer.inputs()), sink);
  }
}

}  // namespace litevk::cpu
