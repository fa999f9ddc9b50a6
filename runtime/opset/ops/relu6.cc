#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr LayerForm kLayer = {.operands = 1};

}  // namespace

extern const OpInfo kOpInfo_relu6 = {
    .op_code = abi::kTfLiteBuiltinRelu6,
    .name = "RELU6",
    .stem = "relu6",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.5.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}}, Quantized8Bits(1), QuantizedInt16(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .layer = &kLayer,
};

}  // namespace litevk
