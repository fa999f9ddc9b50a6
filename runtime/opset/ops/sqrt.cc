#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_sqrt = {
    .op_code = abi::kTfLiteBuiltinSqrt,
    .name = "SQRT",
    .stem = "sqrt",
    .versions =
        {
            {1, "1.10.0", "float32"},
            {2, "2.21.0", "int8 and int16"},
        },
    .needed_version = kInt8AndInt16Are2,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}},
              QuantizedOne(ir::DataType::kInt8, 1),
              QuantizedInt16(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
