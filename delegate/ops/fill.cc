#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) { EmitCopy(lowering, lowering.Input(1), RepeatOne(lowering.output_dims())); }

}  // namespace

OpSpec MakeSpec_fill() {
  return {
      .op_code = abi::kTfLiteBuiltinFill,
      .kernels = {{.element = kMovedOrComplex,
                   .constraints = {{"the dims are stored in the model or computed from shapes",
                                    InputIsPlanned<0>}},
                   .epilogue = {.takes = InFloat32, .stores_fours = CopiesElements},
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
