#include "onnx/common/control_flow.h"
#include "onnx/common/known.h"

// The nodes of the subgraph replace the node before the graph is written: onnx/passes/inline_calls.h.
LITEVK_ONNX_OP(call, .write = RefuseUnknown, .calls = {.replacement = OnlySubgraph})
