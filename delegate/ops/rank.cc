#include "delegate/kernel/op_spec.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

// A plan knows the result with the dims (MakePlanned).
OpSpec MakeSpec_rank() {
  return {
      .op_code = abi::kTfLiteBuiltinRank,
      .kernels = {{}},
  };
}

}  // namespace litevk
