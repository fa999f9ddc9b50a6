#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_relu_0_to_1 = {
    .op_code = abi::kTfLiteBuiltinRelu0To1,
    .name = "RELU_0_TO_1",
    .stem = "relu_0_to_1",
    .versions =
        {
            {1, "2.10.0", "float32, uint8 and int8"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}}, Quantized8Bits(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
