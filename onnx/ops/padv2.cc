#include "onnx/common/pad.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(padv2, .write = ConstantPad,
               .natives = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kBool,
                                             ir::DataType::kFloat64},
               .has_dims_of_run = true)
