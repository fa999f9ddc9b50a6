#include "delegate/ops/families/reduce.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_sum() { return MakeReduction(abi::kTfLiteBuiltinSum, LowerReduction<Reduction::kSum>); }

}  // namespace litevk
