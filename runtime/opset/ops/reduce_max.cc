#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_reduce_max = {
    .op_code = abi::kTfLiteBuiltinReduceMax,
    .name = "REDUCE_MAX",
    .stem = "reduce_max",
    .versions =
        {
            {1, "1.11.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.5.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = ParamsOf<FillReducer>(),
    .types = {{.element = kReducedTypes,
               .inputs = {kT, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMovedEven}},
    .tflite_fails = TfliteFailsAtBools,
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
};

}  // namespace litevk
