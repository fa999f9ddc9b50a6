#include "kernels_cpu/pool/quantized_pool.h"

#include <algorithm>
#include <vector>

#include "kernels_cpu/simd/quantized_pixels.h"
#include "kernels_ref/common/pool.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// The rows or columns of an image that lie under a window.
struct Taps {
  int64_t first;
  int64_t count;
};

Taps TapsAt(const ref::Window2d& window, size_t axis, int64_t size, int64_t output) {
  const int64_t start = output * window.stride_hw[axis] - window.pad_hw[axis];
  const int64_t first = std::max<int64_t>(start, 0);
  return {first, std::min(start + window.filter_hw[axis], size) - first};
}

template <typename T>
class QuantizedPool : public PreparedKernel {
 public:
  QuantizedPool(void (*compute)(const PooledPixel<T>& pixel), const QuantizedRange& range, bool is_mean)
      : compute_(compute),
        min_(static_cast<T>(range.min)),
        max_(static_cast<T>(range.max)),
        is_mean_(is_mean) {}

  bool Fits(const ref::KernelArgs& args) const override {
    const auto& params = args.params.As<abi::TfLitePoolParams>();
    return !is_mean_ || int64_t{params.filter_height} * params.filter_width <= MostTaps<T>();
  }

  Status Run(const ref::KernelArgs& args) const override {
    const auto& params = args.params.As<abi::TfLitePoolParams>();
    const ir::Shape& output = args.outputs[0].dims();
    const ir::Shape& image = args.inputs[0].dims();
    const int64_t taps =
        int64_t{std::min(params.filter_height, image[1])} * std::min(params.filter_width, image[2]);
    const ref::Window2d window = ref::PoolWindow(args);
    ParallelRanges(int64_t{output[0]} * output[1], int64_t{output[2]} * output[3] * taps,
                   [&](int64_t first, int64_t end) {
                     for (int64_t row = first; row < end; ++row) ComputeRow(args, window, row);
                   });
    return {};
  }

 private:
  // Computes an output row of one image.
  void ComputeRow(const ref::KernelArgs& args, const ref::Window2d& window, int64_t row) const {
    const ir::Shape& image = args.inputs[0].dims();
    const ir::Shape& output = args.outputs[0].dims();
    const Taps rows = TapsAt(window, 0, image[1], row % output[1]);
    const T* const lines =
        args.inputs[0].data<T>() + (row / output[1] * image[1] + rows.first) * image[2] * image[3];
    std::vector<const T*> taps;
    PooledPixel<T> pixel = {.channels = image[3],
                            .min = min_,
                            .max = max_,
                            .output = args.outputs[0].data<T>() + row * output[2] * output[3]};
    for (int column = 0; column < output[2]; ++column, pixel.output += output[3]) {
      const Taps columns = TapsAt(window, 1, image[2], column);
      pixel.count = rows.count * columns.count;
      taps.resize(static_cast<size_t>(pixel.count));
      auto next = taps.begin();
      for (int64_t y = 0; y < rows.count; ++y) {
        const T* tap = lines + (y * image[2] + columns.first) * image[3];
        for (int64_t x = 0; x < columns.count; ++x, tap += image[3]) *next++ = tap;
      }
      pixel.taps = taps.data();
      compute_(pixel);
    }
  }

  void (*compute_)(const PooledPixel<T>& pixel);
  T min_;
  T max_;
  bool is_mean_;
};

template <typename T>
std::unique_ptr<PreparedKernel> MakePool(const QuantizedRange& range, bool is_mean, Isa isa) {
  const PoolFunctions<T> functions = PoolFunctionsFor<T>(isa);
  return std::make_unique<QuantizedPool<T>>(is_mean ? functions.mean : functions.maximum, range, is_mean);
}

std::unique_ptr<PreparedKernel> PreparePool(const ref::PreparedNode& node, bool is_mean, Isa isa) {
  const ir::Tensor& output = *node.outputs[0];
  if (output.type == ir::DataType::kFloat32) return nullptr;
  const int activation = node.params.As<abi::TfLitePoolParams>().activation;
  const Result<QuantizedRange> range = QuantizedRangeOf(activation, output);
  if (!range.ok()) return nullptr;
  if (output.type == ir::DataType::kInt8) return MakePool<int8_t>(*range, is_mean, isa);
  if (output.type == ir::DataType::kUInt8) return MakePool<uint8_t>(*range, is_mean, isa);
  return MakePool<int16_t>(*range, is_mean, isa);
}

}  // namespace

std::unique_ptr<PreparedKernel> PrepareQuantizedMaxPool(const ref::PreparedNode& node, Isa isa) {
  return PreparePool(node, /*is_mean=*/false, isa);
}

std::unique_ptr<PreparedKernel> PrepareQuantizedMeanPool(const ref::PreparedNode& node, Isa isa) {
  return PreparePool(node, /*is_mean=*/true, isa);
}

}  // namespace litevk::cpu
