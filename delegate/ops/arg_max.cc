#include "delegate/ops/common/arg_min_max.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_arg_max() { return MakeArgMinMax(abi::kTfLiteBuiltinArgMax, LowerArgMinMax<false>); }

}  // namespace litevk
