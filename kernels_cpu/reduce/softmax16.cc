#include "kernels_cpu/reduce/softmax16.h"

#include <algorithm>
#include <vector>

#include "kernels_cpu/elementwise/table16.h"
#include "runtime/opset/common/softmax16.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 8;

class Softmax16 : public PreparedKernel {
 public:
  explicit Softmax16(const FixedPoint& multiplier) : powers_(kValuesOfInt16) {
    for (int32_t distance = 0; distance < kValuesOfInt16; ++distance) {
      powers_[static_cast<size_t>(distance)] = Softmax16Power(Tables().exponential, multiplier, -distance);
    }
  }

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& dims = args.inputs[0].dims();
    const int64_t depth = dims.channels();
    ParallelRanges(dims.Rows(), depth * kOperations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) {
        ComputeRow(args.inputs[0].data<int16_t>() + row * depth, depth,
                   args.outputs[0].data<int16_t>() + row * depth);
      }
    });
    return {};
  }

 private:
  static const Softmax16Tables& Tables() {
    static const Softmax16Tables tables;
    return tables;
  }

  void ComputeRow(const int16_t* input, int64_t depth, int16_t* output) const {
    const int16_t largest = *std::max_element(input, input + depth);
    int64_t sum = 0;
    for (int64_t i = 0; i < depth; ++i) {
      output[i] = powers_[static_cast<size_t>(largest - input[i])];
      sum += output[i];
    }
    const Softmax16Inverse inverse = Softmax16InverseOf(Tables().inverse, sum);
    for (int64_t i = 0; i < depth; ++i) output[i] = DivideBy(inverse, output[i]);
  }

  std::vector<int16_t> powers_;  // by the distance to the row's maximum
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareSoftmax16(const ref::PreparedNode& node, Isa) {
  if (!PaysForTable16(node)) return nullptr;
  const float scale = AffineChannels::OnlyOf(*node.inputs[0]).scale;
  const float beta = node.params.As<abi::TfLiteSoftmaxParams>().beta;
  return std::make_unique<Softmax16>(Softmax16Multiplier(scale * beta));
}

}  // namespace litevk::cpu
