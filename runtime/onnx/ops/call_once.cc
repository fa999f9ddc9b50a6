#include "runtime/onnx/families/known.h"
#include "runtime/onnx/node_writer.h"

// The node is removed before the graph is written: runtime/onnx/states.h.
LITEVK_ONNX_OP(call_once, .write = RefuseUnknown, .state_role = StateRole::kInitializes)
