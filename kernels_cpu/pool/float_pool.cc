#include "kernels_cpu/pool/float_pool.h"

#include <vector>

#include "kernels_ref/common/pool.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

class FloatPool : public PreparedKernel {
 public:
  explicit FloatPool(void (*function)(const FloatWindow& window)) : function_(function) {}

  Status Run(const ref::KernelArgs& args) const override {
    const auto& params = args.params.As<abi::TfLitePoolParams>();
    const ir::Shape& output = args.outputs[0].dims();
    const ref::Window2d window = ref::PoolWindow(args);
    // A load and an addition or comparison for each tap.
    const int64_t operations =
        3 * int64_t{params.filter_height} * params.filter_width * output[2] * output[3];
    ParallelRanges(int64_t{output[0]} * output[1], operations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) ComputeRow(args, window, row);
    });
    return {};
  }

 private:
  // Computes an output row of one image.
  void ComputeRow(const ref::KernelArgs& args, const ref::Window2d& window, int64_t row) const {
    const ir::Shape& image = args.inputs[0].dims();
    const ir::Shape& output = args.outputs[0].dims();
    const auto range = ref::RangeOf(args.params.As<abi::TfLitePoolParams>().activation);
    const auto batch = static_cast<int>(row / output[1]);
    std::vector<const float*> pixels;
    for (int column = 0; column < output[2]; ++column) {
      pixels.clear();
      ref::ForEachTap(window, image, static_cast<int>(row % output[1]), column, [&](int, int, int y, int x) {
        pixels.push_back(args.inputs[0].data<float>() + ref::PixelOffset(image, batch, y, x));
      });
      function_({.pixels = pixels.data(),
                 .count = static_cast<int64_t>(pixels.size()),
                 .channels = output[3],
                 .output = args.outputs[0].data<float>() + (row * output[2] + column) * output[3],
                 .min = range.min,
                 .max = range.max});
    }
  }

  void (*function_)(const FloatWindow& window);
};

}  // namespace

std::unique_ptr<PreparedKernel> PreparePool(const ref::PreparedNode& node,
                                            void (*function)(const FloatWindow& window)) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  return std::make_unique<FloatPool>(function);
}

}  // namespace litevk::cpu
