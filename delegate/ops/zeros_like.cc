#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// True for every input, since its values are not read.
bool ReadsNothing(const NodeView& /*view*/, const StridedInput& /*input*/) { return true; }

void Lower(Lowering& lowering) { EmitCopy(lowering, lowering.Zeros(), RepeatOne(lowering.output_dims())); }

}  // namespace

OpSpec MakeSpec_zeros_like() {
  return {
      .op_code = abi::kTfLiteBuiltinZerosLike,
      .kernels = {{.element = kMovedTypes,
                   .epilogue = {.takes = InFloat32, .stores_fours = CopiesElements},
                   .reads_strided = ReadsNothing,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
