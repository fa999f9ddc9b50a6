#include "runtime/opset/ops/mirror_pad.h"

#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const Mirror mirror = ResolveAgain(lowering.view(), ResolveMirror);
  EmitKnownPicks(lowering, lowering.Input(0), {mirror.runs.begin(), mirror.runs.end()},
                 {.dim = lowering.view().input(0).dims.NumElements() / mirror.inner, .inner = mirror.inner});
}

}  // namespace

OpSpec MakeSpec_mirror_pad() {
  return {
      .op_code = abi::kTfLiteBuiltinMirrorPad,
      .kernels = {Mover({.element = kMovedOrComplex,
                         .constraints = {{"the paddings are stored in the model or computed from shapes",
                                          InputIsPlanned<1>}},
                         .lower = Lower})},
  };
}

}  // namespace litevk
