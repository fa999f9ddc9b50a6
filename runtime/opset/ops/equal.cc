#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_equal = {
    .op_code = abi::kTfLiteBuiltinEqual,
    .name = "EQUAL",
    .stem = "equal",
    .versions =
        {
            {1, "1.14.0", "float32, int32, int64, uint8 and bool"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "string"},
            {4, "2.13.0", "no type that converters write"},
            {5, "2.21.0", "int16"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{STRING, 3}, When{INT16, 5}>,
    .params = kNoParams,
    .types = {{.element = kComparable | kBool | kString, .inputs = {kT, kT}, .outputs = {kBool}},
              {.name = "quantized",
               .element = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16},
               .inputs = {PerTensor(kT), PerTensor(kT)},
               .outputs = {kBool}}},
    .tflite_fails = TfliteFailsAtComparison,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
