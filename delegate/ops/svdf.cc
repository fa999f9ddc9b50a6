#include "runtime/opset/ops/svdf.h"

#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/svdf.h"

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

}  // namespace

OpSpec MakeSpec_svdf() {
  return {
      .op_code = abi::kTfLiteBuiltinSvdf,
      .kernels = {{.takes_states = true,
                   .reads_rows = FindsPlacesOf<kInput>,
                   .writes_rows = ResultRows::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
