#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_greater = {
    .op_code = abi::kTfLiteBuiltinGreater,
    .name = "GREATER",
    .stem = "greater",
    .versions =
        {
            {1, "1.14.0", "float32, int32, int64 and uint8"},
            {2, "1.14.0", "int8"},
        },
    .needed_version = kInt8Is2,
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
