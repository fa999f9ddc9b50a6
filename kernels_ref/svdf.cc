#include "runtime/opset/ops/svdf.h"

#include "kernels_ref/recurrent/dynamic_int8_svdf.h"
#include "kernels_ref/recurrent/int8_svdf.h"
#include "kernels_ref/recurrent/recurrent.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::ref {
namespace {

// Appends each filter's result to the state, which keeps its last results, the newest at the end.
void PushResult(const Vector& results, Eigen::Map<RowMatrix> state) {
  const Eigen::Index kept = state.cols() - 1;
  state.leftCols(kept) = state.rightCols(kept).eval();
  state.col(kept) = results;
}

// Implements float SVDF. A filter maps each input to one number and weights its last answers over time. A
// unit adds up `rank` consecutive filters.
Status Svdf(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const auto& params = args.params.As<abi::TfLiteSVDFParams>();
  const auto feature_weights = MapMatrix(args.inputs[kFeatureWeights]);
  const auto time_weights = MapMatrix(args.inputs[kTimeWeights]);
  const Eigen::Index units = args.outputs[0].dims()[1];
  for (int row = 0; row < args.inputs[kInput].dims()[0]; ++row) {
    const auto input =
        MapVector(args.inputs[kInput].data<float>() + row * feature_weights.cols(), feature_weights.cols());
    Eigen::Map<RowMatrix> state(args.variables[kState].data<float>() + row * time_weights.size(),
                                time_weights.rows(), time_weights.cols());
    PushResult(feature_weights * input, state);
    const Vector weighed = time_weights.cwiseProduct(state).rowwise().sum();
    Vector sums = MapMatrix(weighed.data(), units, params.rank).rowwise().sum();
    if (args.has_input(kBias)) sums += MapVector(args.inputs[kBias]);
    Eigen::Map<Vector>(args.outputs[0].data<float>() + row * units, units) =
        ActivateAll(params.activation, sums);
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(svdf, {{kPlainSignature, &Svdf},
                         {"float32xint8", &DynamicInt8Svdf},
                         {kDynamicInt8InUint8, &DynamicInt8Svdf},
                         {"int8", &Int8Svdf}})
