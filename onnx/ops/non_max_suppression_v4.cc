#include "onnx/common/non_max_suppression.h"
#include "onnx/common/soft_suppression.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(non_max_suppression_v4, .write = SuppressAsAsked, .takes_floats_alone = true,
               .has_dims_of_run = true, .approximation = kOrderOfTies)
