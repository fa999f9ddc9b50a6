#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_squared_difference = {
    .op_code = abi::kTfLiteBuiltinSquaredDifference,
    .name = "SQUARED_DIFFERENCE",
    .stem = "squared_difference",
    .versions =
        {
            {1, "1.13.1", "float32 and int32"},
            {2, "2.5.0", "int8"},
        },
    .needed_version = kInt8Is2,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}},
              QuantizedOne(ir::DataType::kInt8, 2)},
    .tflite_fails = TfliteFailsAtSquare,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
