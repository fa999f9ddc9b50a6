#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_greater_equal = {
    .op_code = abi::kTfLiteBuiltinGreaterEqual,
    .name = "GREATER_EQUAL",
    .stem = "greater_equal",
    .versions =
        {
            {1, "1.14.0", "float32, int32, int64 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.13.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = kNoParams,
    .types = {{.element = kComparable, .inputs = {kT, kT}, .outputs = {kBool}},
              Compared8Bits(),
              ComparedInt16()},
    .tflite_fails = TfliteFailsAtComparison,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
