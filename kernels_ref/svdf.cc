#include "kernels_ref/families/recurrent.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

enum SvdfInput : uint8_t { kInput = 0, kFeatureWeights = 1, kTimeWeights = 2, kBias = 3, kState = 4 };

Status CheckSvdfRank(int rank, int filters) {
  if (rank > 0 && filters % rank == 0) return {};
  return InvalidArgument("rank is " + std::to_string(rank) + ", expected a divisor of the " +
                         std::to_string(filters) + " filters");
}

Status InferSvdf(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const auto& params = query.params.As<abi::TfLiteSVDFParams>();
  LITEVK_RETURN_IF_ERROR(CheckActivation(params.activation));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kFeatureWeights), 2, "feature weights"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kTimeWeights), 2, "time weights"));
  const int batch = query.input(kInput)[0];
  const int filters = query.input(kFeatureWeights)[0];
  const int memory = query.input(kTimeWeights)[1];
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kFeatureWeights, true, {filters, query.input(kInput)[1]}, "feature weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kTimeWeights, true, {filters, memory}, "time weights"));
  if (memory == 0) return InvalidArgument("time weights have 0 columns, expected at least 1");
  LITEVK_RETURN_IF_ERROR(CheckSvdfRank(params.rank, filters));
  const int units = filters / params.rank;
  const bool has_bias = ir::OptionalInput(query, kBias) != nullptr;
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, has_bias, {units}, "bias"));
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, kState, "state"));
  LITEVK_ASSIGN_OR_RETURN(const int64_t columns, ir::CountElements({filters, memory}, "time weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kState, true, {batch, static_cast<int>(columns)}, "state"));
  return ir::SetOutput(query, {batch, units});
}

// The state keeps, for each filter, its last results, the newest at the end.
void PushResult(const Vector& results, Eigen::Map<RowMatrix> state) {
  const Eigen::Index kept = state.cols() - 1;
  state.leftCols(kept) = state.rightCols(kept).eval();
  state.col(kept) = results;
}

// A filter answers each input with one number and weighs its last answers over time; a unit adds up the
// `rank` filters that follow one another.
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

const KernelRow kKernelRow_svdf = {
    .op_code = abi::kTfLiteBuiltinSvdf,
    .params_bytes = sizeof(abi::TfLiteSVDFParams),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 3}},
    .infer_shapes = InferSvdf,
    .run = &Svdf,
};

}  // namespace litevk::ref
