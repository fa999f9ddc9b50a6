#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_mean() { return MakeReduction(abi::kTfLiteBuiltinMean, RowOf<Reduction::kMean>(kIndex)); }

}  // namespace litevk
