#include "onnx/common/pad.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(padv2, .write = ConstantPad,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8,
                                                      ir::DataType::kBool, ir::DataType::kFloat64}},
               .dims = {.from_values = true})
