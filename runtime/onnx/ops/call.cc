#include "runtime/onnx/families/control_flow.h"
#include "runtime/onnx/families/known.h"

// Replaced by the nodes of its subgraph before the graph is written: runtime/onnx/inline_calls.h.
LITEVK_ONNX_OP(call, .write = RefuseUnknown, .replacement = OnlySubgraph)
