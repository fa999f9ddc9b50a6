#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_rsqrt = {
    .op_code = abi::kTfLiteBuiltinRsqrt,
    .name = "RSQRT",
    .stem = "rsqrt",
    .versions =
        {
            {1, "1.10.0", "float32"},
            {2, "2.5.0", "int8"},
            {3, "2.15.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
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
