#include <Eigen/Core>

#include "kernels_ref/activation.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/window.h"

namespace litevk::ref {

// output {rows, units} = input {rows, depth} * filter {units, depth} transposed.
static Status FullyConnected(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0, 1, 2}));
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int units = args.inputs[1].dims()[0];
  const int depth = args.inputs[1].dims()[1];
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const int64_t rows = args.outputs[0].dims().NumElements() / units;
  Eigen::Map<Matrix>(args.outputs[0].data<float>(), rows, units).noalias() =
      Eigen::Map<const Matrix>(args.inputs[0].data<float>(), rows, depth) *
      Eigen::Map<const Matrix>(args.inputs[1].data<float>(), units, depth).transpose();
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteFullyConnectedParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, units, rows,
                  args.outputs[0].data<float>());
  return {};
}

const KernelRow kKernelRow_fully_connected = {abi::kTfLiteBuiltinFullyConnected, &FullyConnected};

}  // namespace litevk::ref
