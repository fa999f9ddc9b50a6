#include "onnx/common/reshape.h"

LITEVK_ONNX_OP(expand_dims, .write = WriteReshaped, .is_polynomial = true, .takes_complex = true)
