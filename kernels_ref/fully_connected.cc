#include <Eigen/Core>

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/densify.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix>;

// The one operator whose float kernel in TFLite refuses the activations that the others ignore.
Status InferFullyConnected(const ir::ShapeQuery& query) {
  const int activation = query.params.As<abi::TfLiteFullyConnectedParams>().activation;
  if (activation < abi::kTfLiteActNone || activation > abi::kTfLiteActRelu6) {
    return Unsupported("the fused activation has code " + std::to_string(activation) +
                       ", expected NONE, RELU, RELU6 or RELU_N1_TO_1");
  }
  LITEVK_RETURN_IF_ERROR(ir::InferFullyConnected(query));
  for (size_t index = 0; index < query.inputs.size(); ++index) {
    if (index == 1 || query.inputs[index] == nullptr || query.inputs[index]->sparsity == nullptr) continue;
    return Unsupported("input " + std::to_string(index) + " is sparse, which only the weights may be");
  }
  return {};
}

// The weights where they lie, or, of sparse ones, a dense copy in `storage`.
Result<ConstMap> DenseWeights(const ConstView& weights, Matrix* storage) {
  const int units = weights.dims()[0];
  const int depth = weights.dims()[1];
  if (weights.tensor->sparsity == nullptr) return ConstMap(weights.data<float>(), units, depth);
  storage->resize(units, depth);
  const std::span<float> values(storage->data(), static_cast<size_t>(storage->size()));
  LITEVK_RETURN_IF_ERROR(SpreadBlocks(weights, std::as_writable_bytes(values)));
  return ConstMap(storage->data(), units, depth);
}

}  // namespace

// output {rows, units} = input {rows, depth} * filter {units, depth} transposed.
static Status FullyConnected(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  Matrix storage;
  LITEVK_ASSIGN_OR_RETURN(const ConstMap weights, DenseWeights(args.inputs[1], &storage));
  const auto units = static_cast<int>(weights.rows());
  const int64_t rows = args.outputs[0].dims().NumElements() / units;
  Eigen::Map<Matrix>(args.outputs[0].data<float>(), rows, units).noalias() =
      ConstMap(args.inputs[0].data<float>(), rows, weights.cols()) * weights.transpose();
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteFullyConnectedParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, units, rows,
                  args.outputs[0].data<float>());
  return {};
}

const KernelRow kKernelRow_fully_connected = {
    .op_code = abi::kTfLiteBuiltinFullyConnected,
    .params_bytes = sizeof(abi::TfLiteFullyConnectedParams),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}, .required_inputs = 2}},
    .takes_sparse = true,
    .infer_shapes = InferFullyConnected,
    .run = &FullyConnected,
};

}  // namespace litevk::ref
