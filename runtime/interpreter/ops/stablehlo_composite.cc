#include "runtime/interpreter/subgraph_op.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

abi::TfLiteRegistration MakeRegistration_stablehlo_composite() {
  return RegistrationOf<SubgraphOp<kOpInfo_stablehlo_composite, abi::TfLiteStablehloCompositeParams>>();
}

}  // namespace litevk
