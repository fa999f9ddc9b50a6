#include "runtime/onnx/families/control_flow.h"
#include "runtime/onnx/families/known.h"

// The nodes of the subgraph replace the node before the graph is written: runtime/onnx/inline_calls.h.
LITEVK_ONNX_OP(stablehlo_composite, .write = RefuseUnknown, .replacement = OnlySubgraph)
