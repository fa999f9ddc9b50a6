#include "runtime/onnx/families/reshape.h"

LITEVK_ONNX_OP(squeeze, .write = WriteReshaped, .is_polynomial = true, .takes_complex = true)
