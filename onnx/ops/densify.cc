#include "onnx/common/known.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(densify, .write = RefuseUnknown, .folding = {.is_required = true})
