#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_bitwise_xor = {
    .op_code = abi::kTfLiteBuiltinBitwiseXor,
    .name = "BITWISE_XOR",
    .stem = "bitwise_xor",
    .versions =
        {
            {1, "2.13.0", "int8, uint8, int16, uint16, int32 and uint32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kBitTypes, .inputs = {kT, kT}, .outputs = {kT}}, OfIntegers("quantized")},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
