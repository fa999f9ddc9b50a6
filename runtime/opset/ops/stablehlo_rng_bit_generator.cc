#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = abi::TfLiteStablehloRngBitGeneratorParams;

Status CheckState(const ir::Shape& state, int algorithm) {
  const bool is_threefry = algorithm == abi::kTfLiteRngAlgorithmThreefry;
  const int most = is_threefry ? 2 : 3;
  if (state.rank() == 1 && state[0] >= 2 && state[0] <= most) return {};
  return InvalidArgument("the state has dims " + state.ToString() + ", expected 2" +
                         (is_threefry ? "" : " or 3") + " numbers");
}

// The dims of output 1, which the model states, give the number of random values.
Status InferRngBitGenerator(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const int algorithm = query.params.As<Params>().algorithm;
  if (algorithm < abi::kTfLiteRngAlgorithmDefault || algorithm > abi::kTfLiteRngAlgorithmThreefry) {
    return InvalidArgument("algorithm is " + std::to_string(algorithm) + ", expected 1 to 3");
  }
  const ir::Shape& state = query.input(0);
  LITEVK_RETURN_IF_ERROR(CheckState(state, algorithm));
  if (query.outputs[0] != state) {
    return InvalidArgument("the output state has dims " + query.outputs[0].ToString() + ", expected the " +
                           state.ToString() + " of the initial one");
  }
  const std::vector<int> dims = query.outputs[1].dims();
  return ir::SetOutput(query, 1, {dims.begin(), dims.end()});
}

// The ABI's enumerators count from 1, since 0 means unknown.
void FillParams(const schema::StablehloRngBitGeneratorOptions& options, Params& params,
                OptionsReader& reader) {
  params.algorithm = reader.Read(options.algorithm(), "algorithm") + 1;
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_rng_bit_generator = {
    .op_code = abi::kTfLiteBuiltinStablehloRngBitGenerator,
    .name = "STABLEHLO_RNG_BIT_GENERATOR",
    .stem = "stablehlo_rng_bit_generator",
    .versions =
        {
            {1, "2.15.0", "int32, int64, uint32 and uint64"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {ir::DataType::kUInt64},
               .outputs = {ir::DataType::kUInt64,
                           {ir::DataType::kInt32, ir::DataType::kInt64, ir::DataType::kUInt32,
                            ir::DataType::kUInt64}}}},
    .infer_shapes = InferRngBitGenerator,
    .operands = {{"initial_state"}, {"output_state", "output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
