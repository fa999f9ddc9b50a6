#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(minimum, .write = [](NodeWriter& node) { return Extremum(node, "Min"); })
