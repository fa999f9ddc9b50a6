#include "kernels_cpu/reduce/quantized_softmax.h"

#include <array>
#include <limits>
#include <vector>

#include "kernels_cpu/simd/quantized_softmax.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/common/softmax8.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 16;

// The powers of all differences, from `step`, the change of the exponent per quantized step.
struct PowerTable {
  explicit PowerTable(double step) {
    StepPowers step_powers(step);
    for (int steps = 0; steps < 256; ++steps) {
      const auto index = static_cast<size_t>(steps);
      powers[index] = step_powers(steps);
      terms[index] = TimesPowerOfTwo(powers[index], -kExpSumBits);
    }
  }

  std::array<int32_t, 256> powers;
  std::array<int32_t, 256> terms;  // the powers, as a sum adds them
};

template <typename T, typename Out>
class QuantizedSoftmax : public PreparedKernel {
 public:
  QuantizedSoftmax(double step, Isa isa) : table_(step), functions_(SoftmaxFunctionsFor<T, Out>(isa)) {}

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& dims = args.inputs[0].dims();
    const int64_t depth = dims.channels();
    ParallelRanges(dims.Rows(), depth * kOperations, [&](int64_t first, int64_t end) {
      std::vector<int32_t> powers(static_cast<size_t>(depth));
      for (int64_t row = first; row < end; ++row) {
        ComputeRow(args.inputs[0].data<T>() + row * depth, powers, args.outputs[0].data<Out>() + row * depth);
      }
    });
    return {};
  }

 private:
  static constexpr int kFractionBits = 31;
  static constexpr int kBits = 8 * sizeof(Out);

  void ComputeRow(const T* input, std::vector<int32_t>& powers, Out* output) const {
    const auto depth = static_cast<int64_t>(powers.size());
    const T largest = functions_.largest(input, depth);
    int64_t sum = 0;
    for (size_t i = 0; i < powers.size(); ++i) {
      const auto steps = static_cast<size_t>(largest - input[i]);
      powers[i] = table_.powers[steps];
      sum += table_.terms[steps];
    }
    const auto [inverse, bits] = InverseOfSum(sum);
    const int exponent = kBits - kFractionBits - bits;
    if (inverse >= 0 && exponent <= 0 && exponent >= -kFractionBits) {
      functions_.rescale(powers.data(), depth, {.multiplier = inverse, .left = 0, .right = -exponent},
                         output);
      return;
    }
    for (size_t i = 0; i < powers.size(); ++i) {
      const int32_t integer = TimesPowerOfTwo(HighProduct(inverse, powers[i]), exponent);
      output[i] = ref::Saturate<Out>(int64_t{integer} + std::numeric_limits<Out>::min());
    }
  }

  PowerTable table_;
  SoftmaxFunctions<T, Out> functions_;
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareQuantizedSoftmax(const ref::PreparedNode& node, Isa isa) {
  const float beta = node.params.As<abi::TfLiteSoftmaxParams>().beta;
  const double step = double{beta} * double{AffineChannels::OnlyOf(*node.inputs[0]).scale};
  const ir::DataType to = node.outputs[0]->type;
  if (to == ir::DataType::kInt8) return std::make_unique<QuantizedSoftmax<int8_t, int8_t>>(step, isa);
  if (to == ir::DataType::kUInt8) return std::make_unique<QuantizedSoftmax<uint8_t, uint8_t>>(step, isa);
  return std::make_unique<QuantizedSoftmax<int8_t, int16_t>>(step, isa);
}

}  // namespace litevk::cpu
