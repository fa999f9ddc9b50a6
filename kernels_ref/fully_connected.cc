#include <Eigen/Core>
#include <algorithm>

#include "kernels_ref/common/layer_output.h"
#include "kernels_ref/common/output_range.h"
#include "kernels_ref/matmul/dynamic_int8_fully_connected.h"
#include "kernels_ref/matmul/quantized_fully_connected.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/densify.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::ref {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix>;

// Returns the weights in place or, if they are sparse, a dense copy in `storage`.
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

// Computes output {rows, units} = input {rows, depth} * filter {units, depth} transposed.
static Status FloatFullyConnected(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  Matrix storage;
  LITEVK_ASSIGN_OR_RETURN(const ConstMap weights, DenseWeights(args.inputs[1], &storage));
  // With depth 0 the output is zeros; TFLite adds no bias.
  if (weights.cols() == 0) {
    std::ranges::fill(args.outputs[0].bytes, std::byte{0});
    return {};
  }
  const auto units = static_cast<int>(weights.rows());
  const int64_t rows = args.outputs[0].dims().NumElements() / units;
  Eigen::Map<Matrix>(args.outputs[0].data<float>(), rows, units).noalias() =
      ConstMap(args.inputs[0].data<float>(), rows, weights.cols()) * weights.transpose();
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteFullyConnectedParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, units, rows,
                  args.outputs[0].data<float>());
  return {};
}

static Status Check(const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckOutputRange<abi::TfLiteFullyConnectedParams>(node));
  if (node.outputs[0]->type != ir::DataType::kFloat32) {
    LITEVK_RETURN_IF_ERROR(CheckSparseWeights(*node.inputs[1]));
  }
  const bool chooses_bias =
      node.inputs[0]->type == ir::DataType::kInt16 && node.inputs[1]->type != ir::DataType::kInt16;
  if (!chooses_bias) return {};
  return CheckBiasType(OperandAt(node.inputs, 2),
                       node.params.As<abi::TfLiteFullyConnectedParams>().quantized_bias_type);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(fully_connected,
                  {{"float32", &FloatFullyConnected},
                   {"int8", &QuantizedFullyConnected<int8_t, int8_t, int8_t>},
                   {"int8xint4", &QuantizedFullyConnected<int8_t, int8_t, int8_t>},
                   {"uint8", &QuantizedFullyConnected<uint8_t, uint8_t, uint8_t>},
                   {"uint8 to int16", &QuantizedFullyConnected<uint8_t, uint8_t, int16_t>},
                   {"int16xint8", &QuantizedFullyConnected<int16_t, int8_t, int16_t>},
                   {"int16xint4", &QuantizedFullyConnected<int16_t, int8_t, int16_t>},
                   {"int16", &QuantizedFullyConnected<int16_t, int16_t, int16_t>},
                   {"float32xint8", &DynamicInt8FullyConnected},
                   {"float32xint4 in blocks", &FullyConnectedInBlocks},
                   {"float32xint4", &DynamicInt8FullyConnected},
                   {"float32xint2 in blocks", &FullyConnectedInBlocks},
                   {"float32xint2", &DynamicInt8FullyConnected},
                   {kDynamicInt8InUint8, &DynamicInt8FullyConnected}},
                  /*checks_values=*/false, &Check)
