#include "runtime/opset/common/pool.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_max_pool_2d = {
    .op_code = abi::kTfLiteBuiltinMaxPool2d,
    .name = "MAX_POOL_2D",
    .stem = "max_pool_2d",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = ParamsOf<FillPool>(),
    .types = PoolSignatures(),
    .infer_shapes = ir::InferPool2d,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = PoolCost,
    .describe = DescribePool,
    .layer = &kPoolLayer,
};

}  // namespace litevk
