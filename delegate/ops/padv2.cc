#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/pad.h"
#include "runtime/opset/same_quantization.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) { LowerPad(lowering, StoredBits(lowering.view().input(2))); }

}  // namespace

OpSpec MakeSpec_padv2() {
  return {
      .op_code = abi::kTfLiteBuiltinPadv2,
      .kernels = {{.element = kMovedTypes,
                   .most_dims = 5,
                   .constraints =
                       {{"the paddings are stored in the model or computed from shapes", InputIsPlanned<1>},
                        {"the value is there and stored in the model",
                         [](const NodeView& view) { return view.has_input(2) && InputIsStored<2>(view); }},
                        {"the value has the scale and the zero point of the output",
                         [](const NodeView& view) {
                           return HasSameQuantization(view.input(2), view.output());
                         }}},
                   .epilogue = kFloat32Epilogue,
                   .form = Form::kMoves,
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
