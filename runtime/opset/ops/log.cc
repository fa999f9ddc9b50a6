#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_log = {
    .op_code = abi::kTfLiteBuiltinLog,
    .name = "LOG",
    .stem = "log",
    .versions =
        {
            {1, "1.14.0", "float32"},
            {2, "2.15.0", "int8 and int16"},
        },
    .needed_version = kInt8AndInt16Are2,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}},
              QuantizedOne(ir::DataType::kInt8, 1),
              QuantizedInt16(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
