#include "delegate/kernel/constraints.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

// A plan computes the values (MakePlanned). Otherwise their number would depend on the values of a run.
OpSpec MakeSpec_range() {
  return {
      .op_code = abi::kTfLiteBuiltinRange,
      .kernels = {{.constraints = {{"start, limit and delta are stored in the model or computed from shapes",
                                    [](const NodeView& view) {
                                      return InputIsPlanned<0>(view) && InputIsPlanned<1>(view) &&
                                             InputIsPlanned<2>(view);
                                    }}}}},
  };
}

}  // namespace litevk
