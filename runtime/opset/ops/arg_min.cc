#include "runtime/opset/common/arg_min_max.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_arg_min = {
    .op_code = abi::kTfLiteBuiltinArgMin,
    .name = "ARG_MIN",
    .stem = "arg_min",
    .versions =
        {
            {1, "1.9.0", "float32, int32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.9.0", "bool"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{BOOL, 3}>,
    .params = ParamsOf<FillArgMinMax<schema::ArgMinOptions>>(),
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
