#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_reduce_prod = {
    .op_code = abi::kTfLiteBuiltinReduceProd,
    .name = "REDUCE_PROD",
    .stem = "reduce_prod",
    .versions =
        {
            {1, "1.11.0", "float32, uint8, int32 and int64"},
            {2, "2.6.0", "int8 and int16"},
        },
    .needed_version = kInt8AndInt16Are2,
    .params = ParamsOf<FillReducer>(),
    .types = {{.element = kReducedTypes, .inputs = {kT, kInt32}, .outputs = {kT}},
              {.name = "int8", .inputs = {PerTensor(kInt8), kInt32}, .outputs = {PerTensor(kInt8)}},
              {.name = "int16",
               .inputs = {Symmetric(ir::DataType::kInt16), kInt32},
               .outputs = {Symmetric(ir::DataType::kInt16)}}},
    .tflite_fails = TfliteFailsAtBools,
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
};

}  // namespace litevk
