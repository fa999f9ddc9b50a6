#include "kernels_cpu/reduce/float_sum.h"
#include "kernels_cpu/reduce/quantized_sum.h"
#include "kernels_cpu/support/fast_kernels.h"

namespace litevk::cpu {
namespace {

class FloatSum : public PreparedKernel {
 public:
  explicit FloatSum(Isa isa) : functions_(FloatSumFunctionsFor(isa)) {}

  Status Run(const ref::KernelArgs& args) const override {
    SumAlongAxes(args, functions_);
    return {};
  }

 private:
  FloatSumFunctions functions_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  return std::make_unique<FloatSum>(isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(sum, {{"plain", &PrepareFloat},
                             {"int8", &PrepareQuantizedSum},
                             {"uint8", &PrepareQuantizedSum},
                             {"int16", &PrepareQuantizedSum}})
