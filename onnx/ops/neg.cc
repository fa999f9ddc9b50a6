#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    neg, .write = [](NodeWriter& node) { return Unary(node, "Neg"); },
    .quantization = {.use = QuantizedUse::kScaleIgnored}, .dims = {.is_polynomial = true})
