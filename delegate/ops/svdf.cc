#include "runtime/opset/ops/svdf.h"

#include <array>

#include "delegate/lower/lowering.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/svdf.h"
#include "shaders/svdf_answers.h"
#include "shaders/svdf_units.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteSVDFParams>();
  const ir::Shape& output = lowering.output_dims();
  const bool has_bias = view.has_input(kBias);
  const auto total = static_cast<uint32_t>(output.NumElements());
  lowering.Emit<shaders::Svdf>(
      {.kLocalSizeX = kGroup, .kActivation = static_cast<uint32_t>(params.activation), .kHasBias = has_bias},
      {.total = total,
       .inputs = static_cast<uint32_t>(view.input(kInput).dims[1]),
       .units = static_cast<uint32_t>(output[1]),
       .rank = static_cast<uint32_t>(params.rank),
       .memory = static_cast<uint32_t>(view.input(kTimeWeights).dims[1])},
      {.source = lowering.Input(kInput),
       .feature_weights = lowering.Input(kFeatureWeights),
       .time_weights = lowering.Input(kTimeWeights),
       .bias = has_bias ? lowering.Input(kBias) : lowering.Zeros(),
       .state = lowering.Input(kState),
       .next = lowering.NextState(kState),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

// Adds what the shaders read of scales: a zero point, and the factor of products to the scale of `to`.
gpu::TensorId AddScale(Lowering& lowering, int zero_point, const BinaryScales& scales) {
  const FixedPoint factor = ProductFactors(scales).output;
  return AddNumbers(lowering, std::array{zero_point, factor.multiplier, factor.left, factor.right});
}

// Emits what moves the filters' answers into the next state, which is returned.
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
       .numbers = AddScale(lowering, ZeroPointOf(view.input(kInput)), scales),
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
       .numbers = AddScale(lowering, ZeroPointOf(view.output()), scales),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_svdf() {
  return {
      .op_code = abi::kTfLiteBuiltinSvdf,
      .kernels = {{.takes_states = true,
                   .reads_rows = FindsPlacesOf<kInput>,
                   .writes_rows = ResultRows::kAnywhere,
                   .lower = Lower},
                  {.signature = "int8",
                   .note = "with the CPU's result bit for bit",
                   .takes_states = true,
                   .reads_rows = FindsPlacesOf<kInput>,
                   .writes_rows = ResultRows::kAnywhere,
                   .lower = LowerInt8}},
  };
}

}  // namespace litevk
