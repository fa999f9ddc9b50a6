#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

Status InferL2Normalization(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  if (query.input(0).rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  const int activation = query.params.As<abi::TfLiteL2NormParams>().activation;
  if (activation == abi::kTfLiteActNone) return ir::SameAsInput(query);
  return Unsupported("the fused activation has code " + std::to_string(activation) + ", expected NONE");
}

void Normalize(const float* input, int depth, float* output) {
  constexpr float kSmallestNorm = 1e-6F;
  float sum = 0.0F;
  for (int index = 0; index < depth; ++index) sum += input[index] * input[index];
  const float norm = std::max(std::sqrt(sum), kSmallestNorm);
  for (int index = 0; index < depth; ++index) output[index] = input[index] / norm;
}

}  // namespace

// Over the innermost dim.
static Status L2Normalization(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims.channels();
  if (depth == 0) return {};
  for (int64_t row = 0; row < dims.Rows(); ++row) {
    Normalize(args.inputs[0].data<float>() + row * depth, depth, args.outputs[0].data<float>() + row * depth);
  }
  return {};
}

const KernelRow kKernelRow_l2_normalization = {
    .op_code = abi::kTfLiteBuiltinL2Normalization,
    .params_bytes = sizeof(abi::TfLiteL2NormParams),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferL2Normalization,
    .run = &L2Normalization,
};

}  // namespace litevk::ref
