#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_tanh = {
    .op_code = abi::kTfLiteBuiltinTanh,
    .name = "TANH",
    .stem = "tanh",
    .versions =
        {
            {1, "1.14.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}},
              QuantizedOne(ir::DataType::kInt8, 1),
              QuantizedOne(ir::DataType::kUInt8, 1),
              {.name = "int16",
               .inputs = {Symmetric(ir::DataType::kInt16)},
               .outputs = {Fixed(ir::DataType::kInt16, 0x1p-15F, 0, Scaling::kNearPower)}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
