#include "runtime/onnx/families/non_max_suppression.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(non_max_suppression_v4, .write = SuppressBoxes, .takes_floats_alone = true,
               .approximation = kOrderOfTies)
