#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr TypeSet kUInt8 = ir::DataType::kUInt8;
constexpr TypeSet kInt16 = ir::DataType::kInt16;

}  // namespace

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
    .types = {{.element = kNumeric | kBool, .inputs = {kT, kInt32}, .outputs = {kT}},
              {.name = "int8", .inputs = {PerTensor(kInt8), kInt32}, .outputs = {PerTensor(kInt8)}},
              {.name = "uint8", .inputs = {PerTensor(kUInt8), kInt32}, .outputs = {PerTensor(kUInt8)}},
              {.name = "int16", .inputs = {Symmetric(kInt16), kInt32}, .outputs = {Symmetric(kInt16)}}},
    .tflite_fails = TfliteFailsAtBools,
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0}, .counted_input = 0, .axes_input = 1}},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
};

}  // namespace litevk
