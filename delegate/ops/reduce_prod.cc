#include "delegate/ops/common/quantized_reduce.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

bool MultiplierIsKnown(const NodeView& view) {
  const std::vector<bool> is_reduced = ReducedAxes(view);
  int64_t count = 1;
  for (size_t axis = 0; axis < is_reduced.size(); ++axis) {
    if (is_reduced[axis]) count *= view.input(0).dims[static_cast<int>(axis)];
  }
  return MultiplierOfProduct(view.input(0), view.output(), count).ok();
}

GpuKernel QuantizedProduct(std::string_view signature) {
  GpuKernel kernel = QuantizedReduction<Reduction::kProduct>(signature);
  kernel.constraints = {
      {"the input's scale is less than 128 times that root of the output's which has as many "
       "factors as an output",
       MultiplierIsKnown, DimsAreKnown<0>}};
  return kernel;
}

}  // namespace

OpSpec MakeSpec_reduce_prod() {
  OpSpec spec = MakeReduction(abi::kTfLiteBuiltinReduceProd,
                              RowOf<Reduction::kProduct>(kReducedTypes.Without(kFloat32)));
  spec.kernels.push_back(QuantizedProduct("int8"));
  spec.kernels.push_back(QuantizedProduct("int16"));
  return spec;
}

}  // namespace litevk
