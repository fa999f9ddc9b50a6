#include "runtime/opset/common/arg_min_max.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_arg_max = {
    .op_code = abi::kTfLiteBuiltinArgMax,
    .name = "ARG_MAX",
    .stem = "arg_max",
    .versions =
        {
            {1, "1.9.0", "float32, int32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.9.0", "bool"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{BOOL, 3}>,
    .params = ParamsOf<FillArgMinMax<schema::ArgMaxOptions>>(),
    .types = {{.element = kComparedTypes,
               .inputs = {kT, kIndex},
               .outputs = {kIndex},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesInput<ir::DataType::kInt16, ir::DataType::kInt64>,
    .infer_shapes = InferArgMinMax,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
};

}  // namespace litevk
