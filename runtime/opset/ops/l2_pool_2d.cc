#include "runtime/opset/common/pool.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_l2_pool_2d = {
    .op_code = abi::kTfLiteBuiltinL2Pool2d,
    .name = "L2_POOL_2D",
    .stem = "l2_pool_2d",
    .versions =
        {
            {1, "1.5.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillPool>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::InferPool2d,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = PoolCost,
};

}  // namespace litevk
