#include <algorithm>

#include "kernels_cpu/reduce/float_sum.h"
#include "kernels_cpu/reduce/quantized_sum.h"
#include "kernels_cpu/support/fast_kernels.h"

namespace litevk::cpu {
namespace {

class FloatMean : public PreparedKernel {
 public:
  explicit FloatMean(Isa isa) : functions_(FloatSumFunctionsFor(isa)) {}

  // The mean over no elements is NaN.
  Status Run(const ref::KernelArgs& args) const override {
    SumAlongAxes(args, functions_);
    const int64_t outputs = args.outputs[0].dims().NumElements();
    const int64_t terms = args.inputs[0].dims().NumElements() / outputs;
    const auto count = static_cast<float>(terms);
    auto* const means = args.outputs[0].data<float>();
    std::transform(means, means + outputs, means, [count](float sum) { return sum / count; });
    return {};
  }

 private:
  FloatSumFunctions functions_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  return std::make_unique<FloatMean>(isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(mean, {{"plain", &PrepareFloat},
                              {"int8", &PrepareQuantizedMean},
                              {"uint8", &PrepareQuantizedMean},
                              {"int16", &PrepareQuantizedMean}})
