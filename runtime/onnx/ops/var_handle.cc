#include "runtime/onnx/families/known.h"
#include "runtime/onnx/node_writer.h"

// Taken out of the graph before it is written: runtime/onnx/states.h.
LITEVK_ONNX_OP(var_handle, .write = RefuseUnknown)
