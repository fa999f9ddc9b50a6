#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_stablehlo_and = {
    .op_code = abi::kTfLiteBuiltinStablehloAnd,
    .name = "STABLEHLO_AND",
    .stem = "stablehlo_and",
    .versions =
        {
            {1, "2.17.0", "bool and integers"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kBitTypes | ir::DataType::kInt64 | kBool, .inputs = {kT, kT}, .outputs = {kT}}},
    .infer_shapes = InferSameDims,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
