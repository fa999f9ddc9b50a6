#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_stablehlo_shift_left = {
    .op_code = abi::kTfLiteBuiltinStablehloShiftLeft,
    .name = "STABLEHLO_SHIFT_LEFT",
    .stem = "stablehlo_shift_left",
    .versions =
        {
            {1, "2.17.0", "int8, int16 and int32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kInt8, ir::DataType::kInt16, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = InferSameDims,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
