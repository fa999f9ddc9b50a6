#include "runtime/onnx/families/pool.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    max_pool_2d, .write = [](NodeWriter& node) { return Pool(node, "MaxPool"); },
    .natives = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kUInt8})
