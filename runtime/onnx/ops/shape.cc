#include "runtime/onnx/families/known.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(shape, .write = RefuseUnknown)
