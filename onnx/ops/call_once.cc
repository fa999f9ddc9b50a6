#include "onnx/common/known.h"
#include "onnx/write/node_writer.h"

// The node is removed before the graph is written: onnx/facts/states.h.
LITEVK_ONNX_OP(call_once, .write = RefuseUnknown, .state = {.role = StateRole::kInitializes})
