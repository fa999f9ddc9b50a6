#include "kernels_ref/kernel_row.h"
#include "kernels_ref/reduce.h"
#include "kernels_ref/wrapping.h"

namespace litevk::ref {

static Status Sum(const KernelArgs& args) {
  return Reduce<float, int32_t, int64_t, bool>(
      args, [](auto zero) { return zero; },
      [](auto total, auto element) { return WrappingAdd(total, element); });
}

const KernelRow kKernelRow_sum = {
    .op_code = abi::kTfLiteBuiltinSum,
    .params_bytes = sizeof(abi::TfLiteReducerParams),
    .types = {{.element = kNumeric | kBool, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .infer_shapes = ir::InferReduce,
    .run = &Sum,
};

}  // namespace litevk::ref
