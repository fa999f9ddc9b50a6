#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// One copy per input: its elements from the axis inwards are a row, one for every index before the axis.
void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteConcatenationParams>();
  const ir::Shape& out = lowering.output_dims();
  const int axis = params.axis < 0 ? params.axis + out.rank() : params.axis;
  int64_t rows = 1;
  for (int i = 0; i < axis; ++i) rows *= out[i];
  const int64_t pitch = out.NumElements() / rows;
  int64_t offset = 0;
  for (int i = 0; i < view.input_count(); ++i) {
    const int64_t row = view.input(i).dims.NumElements() / rows;
    EmitCopy(lowering, lowering.Input(i),
             {.source = {{.size = rows, .stride = row}, {.size = row, .stride = 1}},
              .result_pitch = pitch,
              .result_offset = offset});
    offset += row;
  }
}

bool HasNoActivation(const NodeView& view) {
  return view.params<abi::TfLiteConcatenationParams>().activation == abi::kTfLiteActNone;
}

}  // namespace

OpSpec MakeSpec_concatenation() {
  return {
      .op_code = abi::kTfLiteBuiltinConcatenation,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .constraints = {{"the fused activation is NONE, the only one that TFLite's kernel takes",
                       HasNoActivation}},
  };
}

}  // namespace litevk
