#include "kernels_cpu/simd/float_functions.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 32;

class FloatGelu : public PreparedKernel {
 public:
  FloatGelu(Isa isa, bool by_tanh)
      : compute_(by_tanh ? FloatFunctionsFor(isa).gelu_by_tanh : FloatFunctionsFor(isa).gelu) {}

  Status Run(const ref::KernelArgs& args) const override {
    const int64_t count = args.outputs[0].dims().NumElements();
    ParallelRanges(count, kOperations, [&](int64_t first, int64_t end) {
      compute_(args.inputs[0].data<float>() + first, end - first, args.outputs[0].data<float>() + first);
    });
    return {};
  }

 private:
  decltype(FloatFunctions::gelu) compute_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  return std::make_unique<FloatGelu>(isa, node.params.As<abi::TfLiteGeluParams>().approximate);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(gelu, {{"plain", &PrepareFloat}})
