#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_sum = {
    .op_code = abi::kTfLiteBuiltinSum,
    .name = "SUM",
    .stem = "sum",
    .versions =
        {
            {1, "1.10.0", "float32, uint8, int32 and int64"},
            {2, "1.15.0", "int8"},
        },
    .needed_version = kInt8Is2,
    .params = ParamsOf<FillReducer>(),
    .types = {{.element = kNumeric | kBool, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kAttribute, {"axis"}},
    .cost = ReductionCost,
};

}  // namespace litevk
