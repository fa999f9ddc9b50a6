#include "runtime/onnx/families/non_max_suppression.h"
#include "runtime/onnx/families/soft_suppression.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(non_max_suppression_v5, .write = SuppressAsAsked, .takes_floats_alone = true,
               .has_dims_of_run = true, .approximation = kOrderOfTies)
