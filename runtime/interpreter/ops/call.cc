#include "runtime/interpreter/subgraph_op.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

abi::TfLiteRegistration MakeRegistration_call() {
  return RegistrationOf<SubgraphOp<kOpInfo_call, abi::TfLiteCallParams>>();
}

}  // namespace litevk
