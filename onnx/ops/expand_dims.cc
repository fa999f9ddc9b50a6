#include "onnx/common/reshape.h"

LITEVK_ONNX_OP(expand_dims, .write = WriteReshaped, .types = {.takes_complex = true},
               .dims = {.is_polynomial = true})
