#include "runtime/opset/ops/resize_bilinear.h"

#include <vector>

#include "kernels_cpu/simd/bilinear.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/support/window.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value: four loads with their weights, and a store.
constexpr int64_t kOperations = 20;

template <typename T>
using Neighbours = BilinearNeighbours<BilinearWeight<T>>;

template <typename T>
Neighbours<T> Locate(int index, int output_size, int input_size,
                     const abi::TfLiteResizeBilinearParams& params) {
  if constexpr (std::is_same_v<BilinearWeight<T>, float>) {
    return LocateBilinear(index, output_size, input_size, params);
  } else {
    return LocateBilinearFixed(index, output_size, input_size, params);
  }
}

template <typename T>
class Resize : public PreparedKernel {
 public:
  explicit Resize(Isa isa) : blend_(BlendFunctionFor<T>(isa)) {}

  Status Run(const ref::KernelArgs& args) const override {
    const auto& params = args.params.As<abi::TfLiteResizeBilinearParams>();
    const ir::Shape& output = args.outputs[0].dims();
    std::vector<Neighbours<T>> columns;
    columns.reserve(static_cast<size_t>(output[2]));
    for (int column = 0; column < output[2]; ++column) {
      columns.push_back(Locate<T>(column, output[2], args.inputs[0].dims()[2], params));
    }
    const int64_t operations = kOperations * output[2] * output[3];
    ParallelRanges(int64_t{output[0]} * output[1], operations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) ComputeRow(args, columns, row);
    });
    return {};
  }

 private:
  // Computes an output row of one image.
  void ComputeRow(const ref::KernelArgs& args, const std::vector<Neighbours<T>>& columns, int64_t row) const {
    const ir::Shape& image = args.inputs[0].dims();
    const ir::Shape& output = args.outputs[0].dims();
    const Neighbours<T> y = Locate<T>(static_cast<int>(row % output[1]), output[1], image[1],
                                      args.params.As<abi::TfLiteResizeBilinearParams>());
    const auto row_of = [&](int at_row) {
      return args.inputs[0].data<T>() + ref::PixelOffset(image, static_cast<int>(row / output[1]), at_row, 0);
    };
    const T* const lower = row_of(y.lower);
    const T* const upper = row_of(y.upper);
    BilinearCorners<T> corners = {.y = y.weight,
                                  .channels = output[3],
                                  .output = args.outputs[0].data<T>() + row * output[2] * output[3]};
    for (const Neighbours<T>& x : columns) {
      corners.low_low = lower + int64_t{x.lower} * output[3];
      corners.up_low = upper + int64_t{x.lower} * output[3];
      corners.low_up = lower + int64_t{x.upper} * output[3];
      corners.up_up = upper + int64_t{x.upper} * output[3];
      corners.x = x.weight;
      blend_(corners);
      corners.output += output[3];
    }
  }

  BlendFunction<T> blend_;
};

std::unique_ptr<PreparedKernel> PrepareResize(const ref::PreparedNode& node, Isa isa) {
  const ir::DataType type = node.inputs[0]->type;
  if (type == ir::DataType::kFloat32) return std::make_unique<Resize<float>>(isa);
  if (type == ir::DataType::kInt8) return std::make_unique<Resize<int8_t>>(isa);
  if (type == ir::DataType::kUInt8) return std::make_unique<Resize<uint8_t>>(isa);
  return nullptr;
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(resize_bilinear, {{"plain", &PrepareResize}})
