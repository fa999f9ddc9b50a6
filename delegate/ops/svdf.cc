#include "runtime/opset/ops/svdf.h"

#include <algorithm>
#include <array>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/matmul/dynamic_int8_matmul.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/recurrent/svdf.h"
#include "shaders/recurrent/svdf_answers.h"
#include "shaders/recurrent/svdf_units.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Operands of the filters. If `have_answered`, the source already has the filters' answers, and only the
// weights over time follow.
struct Filters {
  gpu::TensorId source;
  gpu::TensorId feature_weights;
  gpu::TensorId time_weights;
  bool have_answered = false;
};

void EmitUnits(Lowering& lowering, const Filters& filters) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteSVDFParams>();
  const ir::Shape& output = lowering.output_dims();
  const bool has_bias = view.has_input(kBias);
  const auto total = static_cast<uint32_t>(output.NumElements());
  lowering.Emit<shaders::Svdf>({.kLocalSizeX = kGroup,
                                .kActivation = static_cast<uint32_t>(params.activation),
                                .kHasBias = has_bias,
                                .kAnswered = filters.have_answered},
                               {.total = total,
                                .inputs = static_cast<uint32_t>(view.input(kInput).dims[1]),
                                .units = static_cast<uint32_t>(output[1]),
                                .rank = static_cast<uint32_t>(params.rank),
                                .memory = static_cast<uint32_t>(view.input(kTimeWeights).dims[1])},
                               {.source = filters.source,
                                .feature_weights = filters.feature_weights,
                                .time_weights = filters.time_weights,
                                .bias = has_bias ? lowering.Input(kBias) : lowering.Zeros(),
                                .state = lowering.Input(kState),
                                .next = lowering.NextState(kState),
                                .result = lowering.Output()},
                               FlatGroups(total, kGroup, lowering.limits()));
}

void Lower(Lowering& lowering) {
  EmitUnits(lowering,
            {lowering.Input(kInput), lowering.Input(kFeatureWeights), lowering.Input(kTimeWeights)});
}

DynamicInt8Matmul FeatureProduct(const NodeView& view) {
  const ir::Shape& weights = view.input(kFeatureWeights).dims;
  const ir::Shape& input = view.input(kInput).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input[0];
  const bool is_asymmetric = view.params<abi::TfLiteSVDFParams>().asymmetric_quantize_inputs;
  return {.left = {.rows = rows, .depth = weights[1], .is_asymmetric = is_asymmetric},
          .right = {.outputs = weights[0], .inputs = weights[1]},
          .rows = rows};
}

// Adds the weights over time as floats, which the shader multiplies by answers of floats.
gpu::TensorId AddTimeWeights(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto write = [graph = &view.graph(), id = view.input_id(kTimeWeights),
                      scale = ScaleOf(view.input(kTimeWeights))](std::span<std::byte> bytes) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const KnownValue weights, EvaluateKnown(*graph, id));
    std::ranges::transform(weights.As<int8_t>(), ElementsOf<float>(bytes).begin(),
                           [scale](int8_t weight) { return static_cast<float>(weight) * scale; });
    return {};
  };
  const auto count = static_cast<uint64_t>(view.input(kTimeWeights).dims.NumElements());
  return lowering.AddConstant("time weights", count, gpu::Storage::kFloat32, write,
                              lowering.KeyOf(kTimeWeights, "as floats"));
}

void LowerDynamicInt8(Lowering& lowering) {
  const gpu::TensorId answers = EmitDynamicInt8Part(lowering, FeatureProduct(lowering.view()));
  EmitUnits(lowering, {answers, lowering.Zeros(), AddTimeWeights(lowering), /*have_answered=*/true});
}

// Adds the constants that the shaders read of scales: a zero point, and the multiplier and shifts from
// products to the last scale.
gpu::TensorId AddScale(Lowering& lowering, int zero_point, const BinaryScales& scales) {
  const FixedPoint multiplier = ProductMultipliers(scales).output;
  return AddIntegers(lowering,
                     std::array{zero_point, multiplier.multiplier, multiplier.left, multiplier.right});
}

// Emits the dispatches that move the filters' answers into the next state, which is returned.
gpu::TensorId EmitAnswers(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& weights = view.input(kFeatureWeights).dims;
  const int64_t elements = view.input(kState).dims.NumElements();
  const BinaryScales scales = {ScaleOf(view.input(kInput)), ScaleOf(view.input(kFeatureWeights)),
                               ScaleOf(view.input(kState))};
  const uint32_t total = GroupsFor(elements, 4);
  const gpu::TensorId state = lowering.Input(kState);
  const gpu::TensorId next = lowering.NextState(kState);  // from here on the input
  lowering.EmitPart<shaders::SvdfAnswers>(
      {.kLocalSizeX = kGroup, .kWholeWords = weights[1] % 4 == 0},
      {.elements = static_cast<uint32_t>(elements),
       .total = total,
       .inputs = static_cast<uint32_t>(weights[1]),
       .filters = static_cast<uint32_t>(weights[0]),
       .memory = static_cast<uint32_t>(view.input(kTimeWeights).dims[1])},
      {.source = lowering.Input(kInput),
       .weights = lowering.Input(kFeatureWeights),
       .state = state,
       .integers = AddScale(lowering, ZeroPointOf(view.input(kInput)), scales),
       .next = next},
      FlatGroups(total, kGroup, lowering.limits()));
  return next;
}

void LowerInt8(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const gpu::TensorId next = EmitAnswers(lowering);
  const ir::Shape& output = lowering.output_dims();
  const bool has_bias = view.has_input(kBias);
  const auto units = static_cast<uint32_t>(output[1]);
  const auto taps = static_cast<uint32_t>(view.input(kTimeWeights).dims.NumElements()) / units;
  const BinaryScales scales = {ScaleOf(view.input(kState)), ScaleOf(view.input(kTimeWeights)),
                               ScaleOf(view.output())};
  const uint32_t total = GroupsFor(output.NumElements(), 4);
  lowering.Emit<shaders::SvdfUnits>(
      {.kLocalSizeX = kGroup, .kHasBias = has_bias, .kWholeWords = taps % 4 == 0},
      {.elements = static_cast<uint32_t>(output.NumElements()), .total = total, .units = units, .taps = taps},
      {.state = next,
       .weights = lowering.Input(kTimeWeights),
       .bias = has_bias ? lowering.Input(kBias) : lowering.Zeros(),
       .integers = AddScale(lowering, ZeroPointOf(view.output()), scales),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

GpuKernel DynamicInt8Kernel() {
  return {.signature = "float32xint8",
          .note =
              "rows are quantized in every run, with the CPU's result bit for bit but for "
              "hyperbolic tangents",
          .takes_states = true,
          .constraints = {{"integer weights are constant",
                           [](const NodeView& view) {
                             return view.input_is_known(kFeatureWeights) && view.input_is_known(kTimeWeights);
                           }},
                          {"a vector that integer weights meet has a value",
                           [](const NodeView& view) { return view.input(kFeatureWeights).dims[1] > 0; }},
                          {"the prepacked weights fit the device's limits",
                           [](const NodeView& view) {
                             return DynamicInt8MatmulFits(FeatureProduct(view), view.limits());
                           },
                           DimsAreKnown<kInput>}},
          .reads_strided = FindsOffsetsOf<kInput>,
          .writes_strided = StridedResult::kAnywhere,
          .lower = LowerDynamicInt8};
}

}  // namespace

OpSpec MakeSpec_svdf() {
  return {
      .op_code = abi::kTfLiteBuiltinSvdf,
      .kernels = {{.takes_states = true,
                   .reads_strided = FindsOffsetsOf<kInput>,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower},
                  DynamicInt8Kernel(),
                  WithInt8InUint8(DynamicInt8Kernel()),
                  {.signature = "int8",
                   .note = "with the CPU's result bit for bit",
                   .takes_states = true,
                   .reads_strided = FindsOffsetsOf<kInput>,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = LowerInt8}},
  };
}

}  // namespace litevk
