#include "runtime/onnx/families/reshape.h"

LITEVK_ONNX_OP(reshape, .write = WriteReshaped, .gives_any_dims = true, .is_polynomial = true)
