#include "kernels_cpu/reduce/quantized_softmax.h"
#include "kernels_cpu/reduce/softmax16.h"
#include "kernels_cpu/simd/float_functions.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 32;

class FloatSoftmax : public PreparedKernel {
 public:
  explicit FloatSoftmax(Isa isa) : compute_(FloatFunctionsFor(isa).softmax) {}

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& dims = args.inputs[0].dims();
    const int64_t depth = dims.channels();
    const float beta = args.params.As<abi::TfLiteSoftmaxParams>().beta;
    ParallelRanges(dims.Rows(), depth * kOperations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) {
        compute_(args.inputs[0].data<float>() + row * depth, depth, beta,
                 args.outputs[0].data<float>() + row * depth);
      }
    });
    return {};
  }

 private:
  decltype(FloatFunctions::softmax) compute_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  // With a negative factor exponentials may overflow.
  const bool is_usual = node.params.As<abi::TfLiteSoftmaxParams>().beta > 0;
  if (node.inputs[0]->type != ir::DataType::kFloat32 || !is_usual) return nullptr;
  return std::make_unique<FloatSoftmax>(isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(softmax, {{"plain", &PrepareFloat},
                                 {"int8", &PrepareQuantizedSoftmax},
                                 {"uint8", &PrepareQuantizedSoftmax},
                                 {"int8 to int16", &PrepareQuantizedSoftmax},
                                 {"int16", &PrepareSoftmax16}})
