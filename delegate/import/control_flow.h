// Whether a subgraph is the body of a control-flow operator. The interpreter calls the delegate's
// Prepare once per subgraph without saying which, and again for the bodies of control-flow operators at
// every call of theirs.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk {

struct SubgraphInfo {
  int index = 0;                      // in the model; 0, the main one, where it cannot be found
  bool is_control_flow_body = false;  // called by a node of any subgraph
};

// May only be called while the interpreter is inside the delegate's Prepare for `context`.
SubgraphInfo FindSubgraph(abi::TfLiteContext* context);

}  // namespace litevk
